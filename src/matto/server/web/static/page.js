// What every page does a little better with a script: nothing here is needed to get along.

// -- a form that is sent as soon as something is chosen ----------------------------------

document.addEventListener("change", (event) => {
  if (event.target.dataset.keeps) return; // the next part keeps it
  event.target.closest("form[data-submit-on-change]")?.requestSubmit();
});

// -- keys, sounds, how quickly cards move: choices that need no server -------------------

const KEPT = 400 * 24 * 3600; // seconds, as the other choices are

for (const field of document.querySelectorAll("[data-keeps]")) { // the cookie, and how the page is marked
  const { keeps: cookie, marks } = field.dataset;
  const isBox = field.type === "checkbox";
  const show = () => (document.documentElement.dataset[marks] = isBox ? (field.checked ? "on" : "off") : field.value);
  const told = document.cookie.split("; ").find((one) => one.startsWith(`${cookie}=`))?.split("=")[1];
  if (told && isBox) field.checked = told === "on";
  else if ([...field.options ?? []].some(({ value }) => value === told)) field.value = told;
  show();
  field.addEventListener("change", () => {
    document.cookie = `${cookie}=${show()}; path=/; max-age=${KEPT}; samesite=lax`;
  });
}

// -- menus close when one looks elsewhere ------------------------------------------------

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest("details.menu[open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// -- a link that opens beside the page: a clause of the rules, the keys ------------------

const panel = document.getElementById("panel");

const heading = document.getElementById("panel-title");
const body = document.getElementById("panel-body");
let filledFrom = "";

async function fetched(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

async function fillPanel(address, title) {
  body.innerHTML = await fetched(address);
  filledFrom = address;
  const own = body.querySelector("h3");
  heading.textContent = own?.textContent.trim() ?? title;
  own?.remove();
  if (!panel.open) panel.showModal();
  panel.scrollTop = 0;
}

// the score and the story of a deal go on while one looks at them
document.addEventListener("settled", async () => {
  if (!panel?.open || !body.querySelector("[data-goes-on]")) return;
  if (body.contains(document.activeElement)) return; // who reads a link keeps it
  const address = filledFrom;
  const now = await fetched(address).catch(() => "");
  if (now && panel.open && address === filledFrom) body.innerHTML = now;
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-panel]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  document.body.ariaBusy = "true"; // a hint takes up to two seconds
  try {
    await fillPanel(link.dataset.panel, link.title || link.textContent.trim());
  } catch {
    location.href = link.href;
  } finally {
    document.body.removeAttribute("aria-busy");
  }
});

panel?.addEventListener("click", (event) => {
  if (event.target === panel) panel.close();
});

// -- the text beside a button goes to the clipboard --------------------------------------

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch { // only a page that came safely may write there, and not everywhere
    getSelection().selectAllChildren(document.getElementById(button.dataset.copyLink));
    document.dispatchEvent(new CustomEvent("tell", { detail: { words: button.dataset.byHand, stays: true } }));
    return;
  }
  document.getElementById("live").textContent = button.dataset.copied ?? "";
  button.classList.add("done");
});

// -- chance: what the player puts into the shuffle, and a key that makes a form count once

for (const field of document.querySelectorAll("input[data-random]")) {
  field.value = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0")).join("");
}
