// The company at a table: inviting others, and hearing what they say.

const STAYS = 5000; // milliseconds for which words are seen beside whoever said them

const mayShare = typeof navigator.share === "function";
let heard = Infinity; // what was said before one came is read, not heard

function offerSharing() {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !mayShare;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const { href } = document.getElementById(button.dataset.share);
  try {
    await navigator.share({ title: document.title, text: button.dataset.words, url: href });
  } catch { // whoever changes his mind has shared nothing, and need not be told
  }
});

function hear() {
  const said = [...document.querySelectorAll("#greetings li")];
  if (document.documentElement.dataset.greetings !== "off") {
    for (const row of said) if (Number(row.dataset.seq) > heard) show(row);
  }
  heard = Math.max(0, ...said.map((row) => Number(row.dataset.seq)));
}

function show(row) {
  const line = document.createElement("p");
  line.textContent = row.textContent;
  line.dataset.said = performance.now();
  document.getElementById("live").append(line);
  const seat = document.getElementById(`seat-${row.dataset.seat}`)?.getBoundingClientRect();
  if (!seat) return;
  const bubble = document.createElement("div");
  bubble.className = "bubble";
  bubble.ariaHidden = "true"; // it is read out already
  bubble.textContent = row.querySelector("q").textContent;
  document.body.append(bubble);
  const { width, height } = bubble.getBoundingClientRect();
  const within = (place, room) => Math.max(8, Math.min(place, room - 8));
  bubble.style.left = `${within(seat.left + (seat.width - width) / 2, innerWidth - width)}px`;
  bubble.style.top = `${within(seat.bottom + 4, innerHeight - height)}px`;
  setTimeout(() => bubble.remove(), STAYS);
}

// -- sounds: loaded when somebody wants to hear them -----------------------------------------

function listen() {
  if (document.documentElement.dataset.sounds === "on") import("./sound.js");
}

document.addEventListener("change", (event) => event.target.id === "hears-sounds" && listen());
listen();

document.addEventListener("settled", () => {
  offerSharing();
  hear();
});
offerSharing();
hear();
