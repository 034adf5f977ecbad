// The wire: what the server sends, what is sent to it, and a word when it is lost.

const SILENT = 25000; // milliseconds; a server that is there says so every ten seconds
const PATIENCE = 10000; // what has not been answered by then is lost on the way
const SELDOM = 1200; // nobody is troubled by what is over sooner
const AGAIN = 1500;
const SEEN = 2500;
const READ = 9000;

const line = document.getElementById("wire");
const words = line.dataset;

// -- listening -----------------------------------------------------------------------------

let from;
let ears;
let stream;
let heardAt;
let deaf;
let retrying;
let wait = 1000;

export function listen(address, to) {
  from = address;
  ears = to;
  connect();
}

function connect() {
  clearTimeout(retrying);
  stream?.close();
  stream = new EventSource(from());
  hear();
  stream.addEventListener("alive", hear);
  stream.addEventListener("restart", () => {
    restarting = true;
    setWire(true);
  });
  for (const [kind, told] of Object.entries(ears)) {
    stream.addEventListener(kind, (event) => {
      hear();
      told(event.data);
    });
  }
  stream.addEventListener("open", () => {
    hear();
    wait = 1000;
    tellOfWire(false);
  });
  stream.addEventListener("error", () => {
    tellOfWire(true);
    if (stream.readyState !== EventSource.CLOSED) return;
    clearTimeout(retrying);
    retrying = setTimeout(connect, wait);
    wait = Math.min(2 * wait, 30000);
  });
}

function hear() {
  heardAt = Date.now();
  clearTimeout(deaf);
  deaf = setTimeout(connectAnew, SILENT); // a connection may be dead, and nobody says so
}

function connectAnew() {
  tellOfWire(true);
  connect();
}

document.addEventListener("visibilitychange", () => {
  if (stream && !document.hidden && Date.now() - heardAt > SILENT) connectAnew(); // it slept
});
addEventListener("pageshow", (event) => event.persisted && stream && connect());
addEventListener("online", () => stream && connect());

// -- sending -------------------------------------------------------------------------------

export function fetchSoon(address, options) {
  const late = new AbortController();
  setTimeout(() => late.abort(), PATIENCE);
  return fetch(address, { ...options, signal: late.signal });
}

export async function delivered(address, body) {
  const options = {
    method: "POST",
    body,
    headers: { Accept: "application/json", "X-CSRF-Token": body.get("csrf") },
  };
  try {
    return await fetchSoon(address, options);
  } catch {
    await new Promise((later) => setTimeout(later, AGAIN));
    return fetchSoon(address, options); // the key makes sure that it counts once
  }
}

// -- a word about it -----------------------------------------------------------------------

let lost = false;
let restarting = false;
let losing;
let preparing;
let toldOfPreparing = false; // once is enough: it lies over the table
let hiding;

function tellOfWire(isLost) {
  if (isLost) {
    if (!lost) losing ??= setTimeout(() => setWire(true), SELDOM); // not put off by every new try
    return;
  }
  clearTimeout(losing);
  losing = undefined;
  restarting = false;
  if (lost) setWire(false);
}

function setWire(isLost) {
  lost = isLost;
  document.body.classList.toggle("lost", lost);
  if (lost) show(restarting ? words.restarts : words.lost);
  else show(words.back, SEEN);
}

export function tellOfPreparing(isPreparing) {
  clearTimeout(preparing);
  if (!isPreparing && toldOfPreparing) setPreparing(false);
  else if (isPreparing && !toldOfPreparing) preparing = setTimeout(() => setPreparing(true), SELDOM);
}

// bots that wait for their turn to think: seen at once, but read out no more than twice a minute
const SPOKEN = 30000;
const delayLine = document.getElementById("delay");
let spokenAt = -SPOKEN;

export function tellOfDelay(seconds) {
  const told = seconds ? delayLine.dataset.delay.replace("#", seconds) : "";
  if (told === delayLine.textContent) return;
  const aloud = told && performance.now() - spokenAt >= SPOKEN;
  delayLine.ariaLive = aloud ? "polite" : "off";
  if (aloud) spokenAt = performance.now();
  delayLine.textContent = told;
}

function setPreparing(isPreparing) {
  if (lost) return;
  toldOfPreparing = isPreparing;
  show(isPreparing ? words.preparing : "", READ);
}

function show(text, milliseconds) {
  clearTimeout(hiding);
  line.textContent = text;
  line.hidden = !text;
  if (milliseconds) hiding = setTimeout(() => { line.hidden = true; }, milliseconds);
}
