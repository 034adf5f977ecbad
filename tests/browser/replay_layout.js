// Puts moments of a replay into the page, one after another, and tells what is wrong with each.
([language, pages]) => pages.map((html) => {
document.documentElement.lang = language;
const fresh = new DOMParser().parseFromString(html, "text/html");
document.querySelector("main").replaceWith(fresh.querySelector("main"));
scrollTo(0, 0);
const all = (selector) => [...document.querySelectorAll(selector)];
const box = (one) => one.getBoundingClientRect();
const seen = (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".visually-hidden");
const named = (one) => `${one.id ? "#" + one.id : "." + one.className} “${one.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}”`;
const faults = new Set();
const fault = (what, ...ones) => faults.add(`${what}: ${ones.map(named).join(" and ")}`);
const upon = (one, other) => {
  const [a, b] = [box(one), box(other)];
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
};

const {clientWidth: width, clientHeight: height, scrollWidth} = document.documentElement;
if (scrollWidth > width) faults.add("scrolls sideways");

// what lies beside each other: on the felt, in the hands, among what is pressed
const apart = (...groups) => groups.forEach((group, place) => {
  group.forEach((one, before) => {
    for (const two of [...group.slice(before + 1), ...groups.slice(place + 1).flat()]) {
      if (upon(one, two)) fault("upon", one, two);
    }
  });
});
const shown = (selector) => all(selector).filter(seen);
const felt = box(document.querySelector("#felt"));
const seats = shown("#felt .seat");
const laid = shown("#trick .laid, .over .lies");
for (const seat of seats) apart([seat], laid);
apart(seats);
for (const one of [...seats, ...laid]) {
  const {top, bottom, left, right} = box(one);
  if (top < felt.top - 1 || bottom > felt.bottom + 1 || left < felt.left - 1 || right > felt.right + 1) fault("off the felt", one);
}
apart(shown("#stage, .shown-hand, #sheet"));
for (const card of shown(".shown")) if (box(card).width < 9 || box(card).right > width + 1) fault("hardly seen", card);
const pressed = shown("#replay :is(a.button, button, .eyes a, .tricks a), .replay-more :is(.button, button)");
apart(pressed); // what is unfolded may lie beneath the steps: one scrolls
for (const one of [...pressed, ...shown("summary")]) {
  const {width: wide, height: high} = box(one);
  if (wide < 24 || high < 24) fault(`only ${wide.toFixed()}x${high.toFixed()}`, one);
}

// one step on is always at hand
for (const one of shown("#go a")) {
  const {top, bottom, left, right} = box(one);
  if (top < 0 || left < 0 || bottom > height + 1 || right > width + 1) fault("out of the window", one);
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (!one.contains(met)) fault("covered", one);
}
for (const one of [...pressed, ...shown(".replay-head")]) {
  if (one.scrollWidth > one.clientWidth + 1) fault("runs over", one);
}
for (const one of shown(".seat, .seat *, .shown-hand h2, .steps *, #sheet *")) {
  const clips = ["hidden", "clip"].includes(getComputedStyle(one).overflowX);
  if (clips && one.scrollWidth > one.clientWidth + 1 && !one.closest("svg")) fault("cut", one);
}
return [...faults];
})
