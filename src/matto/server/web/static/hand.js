// A card is drawn onto the table, or flicked there with a finger: the same as to choose it.

const FAR = 48; // pixels above the hand from which on a card has left it
const BEGINS = 8;
const QUICK = 0.5; // pixels a millisecond

let held = null;

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.("#hand .card");
  if (!card || event.button) return;
  held = { card, x: event.clientX, y: event.clientY, at: event.timeStamp, moves: false };
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moves && Math.hypot(x, y) < BEGINS) return;
  held.moves = true;
  held.card.classList.add("held");
  held.card.querySelector(".face").style.translate = `${x}px ${y}px`;
});

function letGo(event) {
  if (!held) return;
  const { card, y, at, moves } = held;
  const up = y - event.clientY;
  held = null;
  card.classList.remove("held");
  card.querySelector(".face")?.style.removeProperty("translate");
  if (!moves) return;
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
  const flicked = up > BEGINS * 2 && up / (event.timeStamp - at) > QUICK;
  if (event.type === "pointerup" && (up > FAR || flicked) && card.isConnected) setTimeout(() => card.click());
}

// the click that ends a drag was not meant for what lies below
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, letGo);
document.addEventListener("dragstart", (event) => event.target.closest?.("#hand") && event.preventDefault());
