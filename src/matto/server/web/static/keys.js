// The keys of the table: what each one does, and how arrows walk among cards and words.

const $ = (id) => document.getElementById(id);

// -- keys ----------------------------------------------------------------------------------

function focusFirst(...selectors) {
  for (const selector of selectors) {
    const found = document.querySelector(selector);
    if (found) {
      found.focus();
      found.scrollIntoView({ block: "nearest" });
      return true;
    }
  }
  return false;
}

function tell(words) {
  document.dispatchEvent(new CustomEvent("tell", { detail: { words } }));
}

function whatNow() {
  const parts = [$("question"), ...document.querySelectorAll("#trick .laid")].filter(Boolean);
  if (parts.length) tell(parts);
  return true;
}

const KEYS = {
  d: () => focusFirst("#hand [tabindex='0']", "#hand .card"),
  c: () => focusFirst("#choices button", "#next", "#question"),
  t: () => focusFirst("#talk button"),
  w: whatNow,
};

// all other keys press what names them, or tell that there is nothing of the kind
function press(key) {
  if (KEYS[key]?.()) return true;
  const named = !KEYS[key] && document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}" i]`);
  const none = $("keys").dataset[`none${key.toUpperCase()}`];
  if (named) named.click();
  else if (none) tell(none);
  return named || none;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || $("panel").open) return;
  if (event.target.closest("input, select, textarea")) return;
  if (event.key.startsWith("Arrow")) {
    walk(event);
    return;
  }
  if (event.repeat || document.documentElement.dataset.letterKeys === "off") return;
  if (press(event.key.toLowerCase())) event.preventDefault();
});

const REGIONS = ["#talk button", "#choices button", "#hand .card"];

function walk(event) {
  const region = REGIONS.find((selector) => event.target.matches?.(selector));
  if (!region && (event.target === document.body || event.target.id === "table")) {
    event.preventDefault();
    KEYS.d();
  }
  if (!region) return;
  const all = shown(region);
  const place = all.indexOf(event.target);
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  const next = event.key in steps
    ? all[(place + steps[event.key] + all.length) % all.length]
    : nearest(event.target, all, event.key === "ArrowDown" ? 1 : -1) ?? acrossFrom(region, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function nearest(from, all, way) {
  const [x, y] = middle(from);
  const beyond = all.filter((other) => way * (middle(other)[1] - y) > 8);
  const far = (other) => 4 * Math.abs(middle(other)[1] - y) + Math.abs(middle(other)[0] - x);
  return beyond.sort((one, other) => far(one) - far(other))[0];
}

function acrossFrom(region, key) {
  if (region === "#hand .card" && key === "ArrowUp") return shown("#choices button")[0];
  if (region === "#choices button" && key === "ArrowDown") return document.querySelector("#hand [tabindex='0']");
  return null;
}

// cards of a suit that is folded away are not there
function shown(selector) {
  return [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
}

function rove(selector) {
  const all = shown(selector);
  const stop = all.find((one) => one === document.activeElement)
    ?? all.find((one) => one.tabIndex === 0 && one.hasAttribute("tabindex"))
    ?? all.find((one) => one.getAttribute("aria-disabled") !== "true") ?? all[0];
  for (const one of all) one.tabIndex = one === stop ? 0 : -1;
}

document.addEventListener("focusin", (event) => {
  for (const selector of ["#hand .card", "#picker .pick-card"]) {
    if (event.target.matches?.(selector)) rove(selector);
  }
});

function roveAll() {
  rove("#hand .card");
  rove("#picker .pick-card");
}

document.addEventListener("settled", roveAll);
document.addEventListener("change", roveAll);
addEventListener("resize", roveAll);
roveAll();
