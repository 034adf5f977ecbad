// The table: shows every new state as it comes, sends what one chooses, and listens to keys.
// All that it does can be done without it too: buttons belong to plain forms.

import { morph, spoken } from "./morph.js";
import { dealOut, freshPackets, pace } from "./motion.js";
import { delivered, fetchSoon, listen, serverNow, tellOfDelay, tellOfPreparing } from "./wire.js";

const $ = (id) => document.getElementById(id);
const table = () => $("table");
const address = () => `/t/${table().dataset.table}`;
const words = $("wire").dataset;

// -- telling: one line for what is wrong, one for what is heard ----------------------------

let fading;
let asked;

// a refusal stays until one does something; what the page shows anyhow goes by itself
function tell(what, { stays = true } = {}) {
  const toast = $("why");
  hush();
  toast.ariaLive = stays ? "assertive" : "polite";
  if (typeof what === "string") toast.textContent = what;
  else toast.replaceChildren(what);
  if (!stays) fading = setTimeout(hush, 12000);
}

function hush() {
  clearTimeout(fading);
  const inside = $("why").contains(document.activeElement);
  $("why").replaceChildren();
  if (inside) (asked?.isConnected ? asked : table()).focus({ preventScroll: true });
}

let heard = { deal: null, last: -1, question: "" };

function readOut({ aloud }) {
  const parts = [...document.querySelectorAll("#story [data-last]")];
  const { deal } = table().dataset;
  const before = heard.deal === deal ? heard.last : -1;
  const fresh = parts.filter((part) => Number(part.dataset.last) > before);
  const asking = table().dataset.turn === "own" ? spoken($("question")) : "";
  const question = asking && asking.textContent;
  const lines = fresh.map(spoken);
  if (question && question !== heard.question) lines.push(asking);
  if (table().dataset.phase !== "playing" && heard.phase === "playing" && $("sheet")) {
    lines.push(spoken($("sheet-title")), spoken(document.querySelector(".brings") ?? $("sheet-title")));
  }
  heard = {
    deal,
    question,
    phase: table().dataset.phase,
    last: Math.max(before, ...parts.map((part) => Number(part.dataset.last))),
  };
  if (aloud && lines.length) say(lines);
}

const KEPT = 8; // lines that stay, however long ago they were said
const TAKEN_UP = 10000; // milliseconds after which a screen reader has noticed a new line

function say(lines) {
  const now = performance.now();
  for (const line of lines) {
    const row = document.createElement("p");
    row.append(line);
    row.dataset.said = now;
    $("live").append(row);
  }
  for (const row of [...$("live").children].slice(0, -KEPT)) {
    if (now - row.dataset.said > TAKEN_UP) row.remove(); // what is gone at once is never read out
  }
}

// -- a new state becomes the page ----------------------------------------------------------

function holdFocus(change) {
  const focused = document.activeElement;
  const id = focused?.id;
  const hand = [...document.querySelectorAll("#hand .card")];
  const place = hand.indexOf(focused);
  const inside = table().contains(focused) && focused !== table();
  change();
  if (!inside || document.activeElement === focused && focused.isConnected) return;
  const cards = [...document.querySelectorAll("#hand .card")];
  const next = $(id) ?? (place >= 0 && cards[Math.min(place, cards.length - 1)]) ?? null;
  (next || $("next") || $("question") || table()).focus({ preventScroll: true });
}

function become(fresh) {
  holdFocus(() => morph(table(), fresh));
  settle();
  readOut({ aloud: true });
}

const { title } = document;

function settle() {
  document.title = table().dataset.turn === "own" ? `● ${title}` : title;
  tick();
  markHere();
  const story = $("story");
  if (story) story.scrollTop = story.scrollHeight;
  const name = $("sit-name");
  if (name && !name.value) name.value = name.form.dataset.name;
  for (const copy of document.querySelectorAll("[data-copy-link]")) {
    const link = $(copy.dataset.copyLink);
    copy.dataset.copy = link.href;
    if (link.textContent !== copy.dataset.copy) link.textContent = copy.dataset.copy;
  }
  document.dispatchEvent(new Event("settled"));
}

// -- motion: only of cards whose faces are seen, and never in the way ----------------------

let moving = Promise.resolve();

function show(html) {
  moving = moving.then(() => step(html)).catch((error) => console.error(error));
  return moving;
}

async function step(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  const now = table().dataset;
  if (!fresh || (fresh.dataset.table === now.table && Number(fresh.dataset.seq) < Number(now.seq))) return;
  const still = lastTrickOf(fresh);
  if (still) {
    await moveTo(still);
    await awhile();
  }
  await moveTo(fresh);
}

const STILL = 1500; // milliseconds, or until one does something

// the last trick as it lies, before the score sheet takes its place
function lastTrickOf(fresh) {
  const ends = table().dataset.phase === "playing" && fresh.dataset.phase !== "playing";
  if (!ends || document.hidden || !fresh.querySelector("#trick .best")) return null;
  const still = fresh.cloneNode(true);
  still.dataset.phase = "playing";
  still.className = table().className;
  still.classList.remove("asks");
  for (const part of still.querySelectorAll("#after, #sheet")) part.remove();
  return still;
}

function awhile() {
  return new Promise((go) => {
    const over = new AbortController();
    const goOn = () => {
      over.abort();
      go();
    };
    setTimeout(goOn, STILL);
    for (const done of ["pointerdown", "keydown"]) document.addEventListener(done, goOn, { signal: over.signal });
  });
}

async function moveTo(fresh) {
  const flights = pace() && document.startViewTransition ? flightsTo(fresh) : [];
  const packets = freshPackets(table(), fresh);
  if (!flights.length) {
    become(fresh);
    dealOut(packets);
    return;
  }
  for (const { from, name, way } of flights) wear(from, name, way);
  const transition = document.startViewTransition(() => {
    for (const { from } of flights) wear(from, "", "");
    become(fresh);
    dealOut(packets);
    for (const { to, name } of flights) if (to && $(to)) wear($(to), name, "");
  });
  transition.finished.finally(() => {
    for (const { to } of flights) if (to && $(to)) wear($(to), "", "");
  });
  transition.ready.catch(() => {});
  await transition.updateCallbackDone;
}

function flightsTo(fresh) {
  const flights = [];
  for (const laid of fresh.querySelectorAll("#felt [data-card]")) {
    const held = $(`h-${laid.dataset.card}`);
    if (held && !$(laid.id)) flights.push({ from: held.querySelector(".face"), to: laid.id, name: `card-${laid.dataset.card}` });
  }
  const trick = $("trick");
  const next = fresh.querySelector("#trick");
  if (trick?.dataset.to && trick.dataset.trick !== next?.dataset.trick) {
    for (const laid of trick.querySelectorAll(".laid")) {
      flights.push({ from: laid, name: `card-${laid.dataset.card}`, way: `to-${trick.dataset.to}` });
    }
  }
  return flights;
}

function wear(element, name, way) {
  element.style.viewTransitionName = name;
  if (way !== undefined) element.style.viewTransitionClass = way;
}

// -- what the server sends ------------------------------------------------------------------

const ears = {
  state: show,
  presence: (told) => {
    const before = here;
    here = JSON.parse(told);
    markHere();
    sayWhoIsGone(before);
    tellOfPreparing(here.preparing);
    tellOfDelay(here.delay);
  },
};

let here;

function markHere() {
  if (!here) return;
  for (const seat of document.querySelectorAll("#seats .seat:not(.bot, .open, .yours)")) {
    const number = seat.dataset.seat;
    const gone = !here.seats.includes(Number(number));
    seat.querySelector(".who").dataset.away = gone ? words.away : "";
    const there = $(`there-${number}`);
    if (there) there.dataset.away = gone ? words.away : "";
    for (const replace of document.querySelectorAll(`button[formaction$="/stand-in"][value="${number}"]`)) {
      replace.hidden = !gone;
    }
  }
}

// whoever has just sat down may not have been noticed yet: he is not gone
function sayWhoIsGone(before) {
  const was = (number) => !before || before.seats.includes(number);
  const left = [...document.querySelectorAll("#seats .seat:has([data-gone])")].filter(({ dataset }) =>
    was(Number(dataset.seat)) && !here.seats.includes(Number(dataset.seat)));
  say(left.map((seat) => seat.querySelector("[data-gone]").dataset.gone));
}

async function askWhoIsHere() {
  const answer = await fetchSoon(`${address()}/presence`);
  if (answer.ok) ears.presence(await answer.text());
}

async function lookAnew(asks = "") {
  const answer = await fetchSoon(address() + asks, { headers: { Accept: "text/html" } });
  if (answer.ok) await show(await answer.text());
}

// -- sending: once, with the state that it answers -----------------------------------------

// the second half of a double click, or of a key held down, is meant for what was there before
function isEcho(event) {
  const again = event.type === "click" ? event.detail > 1 : event.repeat && event.key === "Enter";
  return again && event.target.closest("#table button[form]");
}

for (const kind of ["click", "keydown"]) {
  document.addEventListener(kind, (event) => isEcho(event) && event.preventDefault(), true);
}

const ANSWERS = new Set(["act", "wait", "take-back", "ask-back", "claim", "agree", "decline"]);
let answering = ""; // the moment that is being answered: the next one may be at once

function chance(bytes) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.id.startsWith("do")) return;
  event.preventDefault();
  const button = event.submitter;
  if (button?.dataset.sure && !confirm(button.dataset.sure)) return;
  const target = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const command = target.split("/").pop();
  const body = new URLSearchParams(new FormData(form, button));
  if (!ANSWERS.has(command)) body.delete("seq");
  body.set("key", chance(16));
  if (command === "ready" || table().dataset.phase === "gathering") {
    body.set("seed", $("seed").value || chance(12));
  } else body.delete("seed");
  send(target, body, button);
});

async function send(target, body, button) {
  const moment = `${table().dataset.table} ${table().dataset.seq}`;
  if (answering === moment) return;
  answering = moment;
  button?.classList.add("sent");
  hush();
  try {
    const answer = await delivered(target, body);
    const told = await answer.json();
    if (answer.ok) await arrived(told.seq);
    else await refused(answer.status, told, body.get("choice"));
  } catch {
    tell(words.failed);
  } finally {
    if (answering === moment) answering = "";
    button?.classList.remove("sent");
  }
}

async function arrived(seq) {
  for (let patience = 0; patience < 8; patience += 1) {
    if (Number(table().dataset.seq) >= seq) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  await lookAnew();
}

async function refused(status, told, choice) {
  if (status === 409) {
    await lookAnew();
    tell(words.late);
  } else if (told.clause && choice) {
    await explain(choice);
  } else {
    tell(told.error);
  }
}

// -- why not? ------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const button = event.target.closest("#table button[aria-disabled=true]");
  if (!button) return;
  event.preventDefault();
  why(button);
});

async function why(button) {
  asked = button;
  const picked = $(`p-${button.value}`);
  if (picked) {
    picked.focus();
    return;
  }
  if (table().dataset.turn !== "own" && !document.querySelector("#hand.asked, #choices button")) {
    if (button.matches("#hand .card") && table().dataset.awaited === "play") {
      chooseAhead(button.value);
      return;
    }
    if ($("question")) tell(spoken($("question")), { stays: false });
    return;
  }
  await explain(button.dataset.why ?? button.value);
}

async function explain(choice) {
  try {
    const answer = await fetchSoon(`${address()}/why?${new URLSearchParams({ choice })}`, {
      headers: { Accept: "text/html" },
    });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    tell(page.querySelector("[data-why-not]") ?? words.failed);
  } catch {
    tell(words.failed);
  }
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#why")) hush();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hush();
});

$("panel").addEventListener("close", () => {
  if (document.activeElement === document.body) asked?.focus({ preventScroll: true });
});

function together(parts) {
  const told = document.createDocumentFragment();
  for (const part of parts) told.append(...(told.hasChildNodes() ? [" · "] : []), spoken(part));
  return told;
}

// other scripts ask for it, with words or with parts of the page
document.addEventListener("tell", ({ detail: { words: what, stays } }) => {
  tell(Array.isArray(what) ? together(what) : what, { stays: Boolean(stays) });
});

// -- a card chosen in advance: played when it is one's turn and it may be, else given back ----

let ahead = null;

function chooseAhead(card) {
  ahead = ahead?.card === card ? null : { card, deal: table().dataset.deal };
  markAhead();
  if (ahead) tell(words.ahead, { stays: false });
  else hush();
}

function markAhead() {
  for (const card of document.querySelectorAll("#hand .card")) {
    card.classList.toggle("ahead", card.value === ahead?.card);
  }
}

function playAhead() {
  const card = ahead && $(`h-${ahead.card}`);
  const { deal, turn, awaited } = table().dataset;
  if (ahead && (!card || ahead.deal !== deal || awaited !== "play")) ahead = null;
  if (ahead && turn === "own") {
    ahead = null;
    if (card.getAttribute("aria-disabled") === "false") card.click();
    else tell(words.givenBack);
  }
  markAhead();
}

document.addEventListener("settled", playAhead);

// -- a question with only one answer answers itself, unless one wants to click ---------------

const TO_BE_READ = 900; // milliseconds

let onlyAnswer;

function answerAlone() {
  clearTimeout(onlyAnswer);
  if (table().dataset.turn !== "own" || document.documentElement.dataset.onlyAnswers === "off") return;
  const answers = document.querySelectorAll(
    "#choices button[data-choice], #choices option, #choices [data-wait], #hand .card[aria-disabled=false]",
  );
  if (answers.length === 1 && !answers[0].matches("option")) onlyAnswer = setTimeout(() => answers[0].isConnected && answers[0].click(), TO_BE_READ);
}

document.addEventListener("settled", answerAlone);

// -- what is unfolded below the answers comes into their sight ------------------------------

document.addEventListener("toggle", ({ target }) => {
  const answers = target.open && target.closest?.("#answers");
  if (answers) answers.scrollTop += target.getBoundingClientRect().top - answers.getBoundingClientRect().top;
}, true); // it does not bubble

// -- the cards and their values, unfolded where one asks for them --------------------------

document.addEventListener("click", (event) => {
  if (!event.target.closest("#b-values")) return;
  event.preventDefault();
  $("values").open = true;
  const summary = $("values").querySelector("summary");
  summary.focus();
  summary.scrollIntoView({ block: "nearest" });
});

// -- the clock -----------------------------------------------------------------------------

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function inUnits(number, unit) {
  return number.toLocaleString(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" });
}

function spelledTime(seconds) {
  if (seconds >= DAY) return inUnits(Math.floor(seconds / DAY), "day");
  if (seconds >= HOUR) return inUnits(Math.floor(seconds / HOUR), "hour");
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

function tick() {
  const clock = $("clock");
  if (!clock) return;
  const left = Math.max(0, Math.ceil(Number(clock.dataset.deadline) - serverNow() / 1000));
  clock.textContent = spelledTime(left);
  clock.classList.toggle("hurry", left <= 10);
}

setInterval(tick, 500);
$("live").setAttribute("aria-atomic", "false"); // only what is new is read out
settle();
readOut({ aloud: false });
if (table().dataset.phase !== "over") listen(() => `${address()}/stream`, ears, () => Promise.all([lookAnew("?asks"), askWhoIsHere()]));
