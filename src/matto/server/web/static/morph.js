// One page becomes another: what stays is kept, with its focus. And what is read out of it.

const OURS = new Set(["tabindex", "open", "data-away"]);

export function morph(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OURS.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name === "open") continue; // whether something is unfolded is the reader's choice
    if (old.getAttribute(name) !== value && !(old.id === "seed" && name === "value")) {
      old.setAttribute(name, value);
    }
  }
  if (fresh.hasAttribute("data-filled-here")) return; // a script has written what is in it
  const kept = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  const coming = new Set([...fresh.children].map((child) => child.id));
  for (const [id, child] of kept) if (!coming.has(id)) child.remove();
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const same = wanted.id ? kept.get(wanted.id) : alike(place, wanted) ? place : null;
    if (!same || same.nodeName !== wanted.nodeName) {
      old.insertBefore(document.importNode(wanted, true), place);
      continue;
    }
    if (same === place) place = place.nextSibling;
    else old.insertBefore(same, place);
    if (same.nodeType === Node.ELEMENT_NODE) morph(same, wanted);
    else if (same.data !== wanted.data) same.data = wanted.data;
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function alike(node, wanted) {
  return node && node.nodeType === wanted.nodeType && node.nodeName === wanted.nodeName && !node.id;
}

// What is read out of an element: not what is for the eye only, each word in its own language.
// Where it is shown, too, the eye reads what the ear hears.
export function spoken(element) {
  const copy = element.cloneNode(true);
  for (const silent of copy.querySelectorAll("[aria-hidden=true]")) silent.remove();
  for (const heard of copy.querySelectorAll(".visually-hidden")) heard.classList.remove("visually-hidden");
  for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
  const read = document.createDocumentFragment();
  read.append(...copy.childNodes);
  return read;
}
