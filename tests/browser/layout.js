// Puts moments into the page, one after another, and measures each: as it is, and the first of a
// kind with the reasons and prices unfolded. All in one go, as the browser draws nothing meanwhile.
([language, moments]) => {
document.documentElement.lang = language;
const shown = (html) => {
  document.querySelector("#table").outerHTML = html;
  return document.querySelector("#table");
};
const known = new Set();
const unfolded = (table) => {
  const folds = [...table.querySelectorAll("#barred, #prices")];
  const kind = `${table.className} ${folds.map((one) => one.id)}`;
  if (known.has(kind)) return 0;
  known.add(kind);
  for (const one of folds) one.open = true;
  for (const one of table.querySelectorAll("*")) if (one.scrollTop) one.scrollTop = 0;
  return folds.length;
};
const measured = (table) => {
  scrollTo(0, 0);
  const $ = (selector) => table.querySelector(selector);
  const all = (selector) => [...table.querySelectorAll(selector)];
  const named = (one) => `${one.id ? "#" + one.id : "." + (one.className.baseVal ?? one.className)}`
    + ` “${one.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}”`;
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) => one.checkVisibility({visibilityProperty: true})
    && !one.closest(".visually-hidden");
  const upon = (one, other) => {
    const [a, b] = [box(one), box(other)];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };
  const faults = [];
  const fault = (what, ...ones) => faults.push(`${what}: ${ones.map(named).join(" and ")}`);

  // nothing beside the window: a phone makes its window wider than its screen to hold all
  const {clientWidth: width, clientHeight: height, scrollWidth} = document.documentElement;
  if (scrollWidth > width) faults.push("scrolls sideways");
  const inWindow = (one) => {
    const {top, bottom, left, right} = box(one);
    return top >= -1 && left >= -1 && bottom <= height + 1 && right <= width + 1;
  };
  for (const one of all("#bar h1, #bar p, #bar .tool")) {
    if (box(one).top < -1) fault("out of the window", one);
    if (one.id !== "b-keys" && all("#bar h1, #bar p, #bar .tool").some((other) => other !== one && seen(other) && seen(one) && upon(one, other))) fault("upon another", one);
  }
  for (const one of document.querySelectorAll(".top :is(a, button, summary)")) {
    for (const two of one.checkVisibility() ? all("#bar h1, #bar .tool") : []) {
      if (seen(two) && upon(one, two)) fault("upon", one, two);
    }
  }
  const own = table.dataset.turn === "own";
  if ($("#question") && !inWindow($("#question"))) fault("out of the window", $("#question"));
  for (const face of own ? all("#hand .face") : []) {
    if (!inWindow(face)) fault("out of the window", face.parentElement);
  }

  // boxes that lie upon each other
  const apart = [".seat", "#trick .laid", ".over .lies", ".over > span:not(.over-cards)", "#ask",
    "#hand .face"].map((selector) => all(selector).filter(seen));
  apart.forEach((group, place) => {
    for (const other of apart.slice(place + 1)) {
      for (const one of group) for (const two of other) if (upon(one, two)) fault("upon", one, two);
    }
  });
  const seats = apart[0];
  seats.forEach((one, place) => {
    for (const two of seats.slice(place + 1)) if (upon(one, two)) fault("upon", one, two);
  });
  const felt = box($("#felt"));
  for (const one of [...apart[0], ...apart[1], ...apart[2]]) {
    const {top, bottom, left, right} = box(one);
    if (top < felt.top - 1 || bottom > felt.bottom + 1 || left < felt.left - 1 || right > felt.right + 1) fault("off the felt", one);
  }
  for (const laid of apart[1]) if (box(laid).height < 50) fault(`only ${Math.round(box(laid).height)} high`, laid);

  // every card of the hand can be met, every answer reached
  for (const card of own ? all("#hand .card") : []) {
    const {left, top, width: wide, height: high} = box(card);
    if (wide < 23.5 || high < 24) fault(`only ${wide.toFixed(1)}x${high.toFixed(1)}`, card);
    const met = document.elementFromPoint(left + Math.min(12, wide / 2), top + Math.min(20, high / 2));
    if (!card.contains(met)) fault("covered", card);
  }
  const scroller = $("#answers");
  if (own && $("#choices")?.children.length) {
    if (box(scroller).height < Math.min(44, scroller.scrollHeight) - 1) fault("no room", scroller);
    for (const answer of all("#choices button, #choices select, #choices label")) {
      if (!seen(answer)) continue;
      answer.scrollIntoView({block: "nearest", behavior: "instant"});
      const {left, top, width: wide, height: high} = box(answer);
      const met = document.elementFromPoint(left + wide / 2, top + Math.min(18, high / 2));
      if (scrollY > 0) fault("the page scrolls to", answer);
      else if (!answer.contains(met) && !met?.closest("label")) fault("not reached", answer);
    }
    if (scrollY > 0) scrollTo(0, 0);
  }

  // texts that are cut, or stand on their heads
  for (const one of all("*:not(svg *, #side .worth *, .visually-hidden, .visually-hidden *, #hand *)")) {
    if (!seen(one) || one.closest("svg")) continue;
    const style = getComputedStyle(one);
    if (style.writingMode !== "horizontal-tb" || style.rotate !== "none" && one.textContent.trim()) fault("turned", one);
    const clips = style.overflowX === "hidden" || style.overflowX === "clip";
    const ownText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const wider = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0;
    if (wider && style.overflowX !== "auto" && style.overflowX !== "scroll" && (clips || ownText) && !one.title) fault("cut", one);
    if (clips && one.scrollHeight > one.clientHeight + 1 && one.id !== "felt") fault("cut below", one);
    for (const node of ownText ? [...one.childNodes].filter((node) => node.nodeType === 3) : []) {
      const range = document.createRange();
      range.selectNode(node);
      const {right, left} = range.getBoundingClientRect();
      if ((right > width + 1 || left < -1) && !one.closest(".scroll")) fault("beyond the edge", one);
    }
  }
  return {faults: [...new Set(faults)], felt: felt.height};
};
return moments.map((html) => {
  const table = shown(html);
  const found = [measured(table)];
  if (unfolded(table)) found.push(measured(table));
  return found;
});
}
