// A deal played back without loading the page anew: links and keys swap the moment shown.

import { morph, spoken } from "./morph.js";

const PAUSE = 90; // milliseconds from one moment to the next while a key is held down
const shown = document.getElementById("replay");
let busy = false;
let wanted = null;

async function go(address) {
  if (busy) return;
  busy = true;
  try {
    const [answer] = await Promise.all([
      fetch(address, { headers: { Accept: "text/html" } }),
      new Promise((done) => setTimeout(done, PAUSE)),
    ]);
    if (answer.ok) show(await answer.text(), address);
    else location.href = address;
  } catch {
    location.href = address;
  }
  busy = false;
  if (wanted === null) return;
  const next = wanted;
  wanted = null;
  go(next);
}

// The slider stays where it is drawn to while the rest changes.
function show(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  morph(shown, page.getElementById("replay"));
  if (wanted === null) document.getElementById("at").value = page.getElementById("at").value;
  history.replaceState(null, "", address);
  settle();
  tell();
}

// The story beside the table stays at its end, and what is new in it is read out.
function settle() {
  const story = document.getElementById("story");
  if (story) story.scrollTop = story.scrollHeight;
}

function tell() {
  const fresh = [...shown.querySelectorAll("#story span.new")];
  document.getElementById("live").replaceChildren(...fresh.flatMap((part) => [spoken(part), " "]));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, [tabindex='0'], dialog, details")) return;
  const link = shown.querySelector(`a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "at") return;
  const form = event.target.form;
  const eyes = form.elements.eyes.value;
  const address = `${form.getAttribute("action")}?at=${event.target.value}&eyes=${eyes}`;
  if (busy) wanted = address;
  else go(address);
});

settle();
