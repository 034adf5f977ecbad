// A deal played back without loading the page anew: links and keys swap the moment shown.

const shown = () => document.getElementById("replay");
let newest = 0;

async function go(address) {
  const turn = ++newest;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) {
    location.href = address;
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (turn !== newest) return;
  const focused = document.activeElement?.id;
  const at = document.getElementById("at");
  const held = document.activeElement === at ? at.value : null;
  shown().replaceWith(document.adoptNode(page.getElementById("replay")));
  history.replaceState(null, "", address);
  if (held !== null) document.getElementById("at").value = held;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  settle();
  tell();
}

// The story beside the table stays at its end, and what is new in it is read out.
function settle() {
  const story = document.getElementById("story");
  if (story) story.scrollTop = story.scrollHeight;
}

function tell() {
  const fresh = shown().querySelectorAll("#story span.new");
  const live = document.getElementById("live");
  live.textContent = Array.from(fresh, (part) => read(part)).join(" ");
}

function read(part) {
  const copy = part.cloneNode(true);
  for (const sign of copy.querySelectorAll("[aria-hidden]")) sign.remove();
  return copy.textContent;
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
  const link = shown().querySelector(`a[data-key="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "at") return;
  const form = event.target.form;
  go(`${form.getAttribute("action")}?at=${event.target.value}&eyes=${form.elements.eyes.value}`);
});

settle();
