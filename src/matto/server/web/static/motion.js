// How cards come to the hands: packets fly as they were dealt, one after another, and whatever one
// does ends it at once. Backs of others have no names: nothing in the page tells which card is which.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PACES = { slow: 2, normal: 1, fast: 0.5, still: 0 };
const PACKET = 180; // milliseconds that a packet flies
const APART = 90;

export function pace() {
  if (calm.matches || document.hidden) return 0;
  return PACES[document.documentElement.dataset.speed] ?? PACES.normal;
}

// the packets of a deal as they came: the seat, how many cards, and which, where the viewer sees them
function packetsOf(table) {
  const told = table?.querySelector("#felt")?.dataset.dealt?.split(" ").filter(Boolean) ?? [];
  return told.map((one) => {
    const [seat, count, cards] = one.split(":");
    return { seat, count: Number(count), cards: cards ? cards.split(".") : [] };
  });
}

// what has come into hands and heaps in a new state: packets dealt, else cards drawn, tricks won
export function freshPackets(before, after) {
  const had = before.dataset.deal === after.dataset.deal && before.dataset.table === after.dataset.table;
  const dealt = packetsOf(after).slice(had ? packetsOf(before).length : 0);
  return dealt.length || !had ? dealt : drawn(before, after);
}

function drawn(before, after) {
  const hand = (table) => [...table.querySelectorAll("#hand .card")].map((card) => card.value);
  const held = new Set(hand(before));
  const cards = hand(after).filter((card) => !held.has(card));
  const more = (seat, what) => after.querySelectorAll(`#seat-${seat} ${what}`).length
    - before.querySelectorAll(`#seat-${seat} ${what}`).length;
  const seats = [...after.querySelectorAll("#seats .seat")].map((one) => one.dataset.seat);
  return [
    { cards },
    ...seats.map((seat) => ({ seat, count: Math.max(0, more(seat, ".back")), cards: [] })),
    ...seats.filter((seat) => more(seat, ".won i") > 0).map((seat) => ({ heap: seat, cards: [] })),
  ].filter((packet) => packet.cards.length || packet.count || packet.heap);
}

let running = [];

export function dealOut(packets) {
  const speed = pace();
  if (!packets.length || !speed) return;
  const felt = (document.getElementById("stock") ?? document.getElementById("felt")).getBoundingClientRect();
  packets.forEach((packet, place) => {
    const delay = place * APART * speed;
    for (const one of landing(packet)) fly(one, felt, { delay, duration: PACKET * speed });
  });
}

function landing({ seat, count, cards, heap }) {
  if (heap) return [...document.querySelectorAll(`#seat-${heap} .won i:last-child`)];
  if (cards.length) return cards.map((card) => document.querySelector(`#h-${card} .face`)).filter(Boolean);
  const backs = [...document.querySelectorAll(`#seat-${seat} .back:not(.coming)`)].slice(0, count);
  for (const back of backs) back.classList.add("coming");
  return backs;
}

function fly(element, felt, timing) {
  const box = element.getBoundingClientRect();
  const x = felt.left + felt.width / 2 - box.left - box.width / 2;
  const y = felt.top + felt.height / 2 - box.top - box.height / 2;
  const flight = element.animate([{ translate: `${x}px ${y}px`, opacity: 0 }, {}], { ...timing, fill: "backwards", easing: "cubic-bezier(.3, .1, .2, 1)" });
  running.push(flight);
  flight.finished.catch(() => {}).finally(() => {
    element.classList.remove("coming");
    running = running.filter((other) => other !== flight);
  });
}

for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => running.forEach((flight) => flight.finish()), true);
}
