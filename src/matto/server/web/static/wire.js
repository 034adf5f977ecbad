// The wire: what the server sends, what is sent to it, and a word when it is lost.

const SILENT = 25000; // milliseconds; a server that is there says so every ten seconds
const PATIENCE = 10000; // what has not been answered by then is lost on the way
const SELDOM = 1200; // nobody is troubled by what is over sooner
const AGAIN = 1500;
const SLOW = 3000; // what is not through by then is told, and told again when it is
const SEEN = 2500;
const READ = 9000;

const line = document.getElementById("wire");
const words = line.dataset;

// -- the time ------------------------------------------------------------------------------

const came = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
let ahead = words.now ? Number(words.now) + performance.now() - came - Date.now() : 0; // clocks of devices are wrong

export const serverNow = () => Date.now() + ahead;

// -- listening -----------------------------------------------------------------------------

let from;
let ears;
let stream;
let heardAt;
let deaf;
let retrying;
let wait = 1000;

export function listen(address, to, lookAnew) {
  from = address;
  ears = to;
  look = lookAnew;
  if (document.hidden) share();
  else comeToFront();
}

// A browser has six connections to a server that speaks plain HTTP, for all its tabs: the tabs that
// were shown last have streams, the others ask now and then. (Web Locks are for safe pages only.)
const STREAMS = 3;
const NOW_AND_THEN = 10000;
const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
const tabs = new BroadcastChannel("streams");
const inFront = new Set(); // the tabs that were shown after this one
let shown = false;
let look;
let asking;

tabs.addEventListener("message", ({ data }) => {
  inFront[data.gone ? "delete" : "add"](data.tab);
  if (look) share();
});

function comeToFront() {
  if (!look) return;
  shown = true;
  inFront.clear();
  tabs.postMessage({ tab });
  share();
}

function share() {
  const streams = shown && inFront.size < STREAMS;
  if (streams ? stream : asking) return;
  clearInterval(asking);
  asking = undefined;
  if (streams) {
    connect();
    return;
  }
  rest();
  asking = setInterval(() => look().then(() => tellOfWire(false), () => tellOfWire(true)), NOW_AND_THEN);
}

function rest() {
  clearTimeout(retrying);
  clearTimeout(deaf);
  stream?.close();
  stream = undefined;
}

function connect() {
  clearTimeout(retrying);
  stream?.close();
  stream = new EventSource(from());
  hear();
  stream.addEventListener("alive", (event) => {
    hear();
    ahead = Number(event.data) - Date.now();
  });
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
  if (document.hidden) return;
  if (stream && Date.now() - heardAt > SILENT) connectAnew(); // it slept
  comeToFront();
});
addEventListener("focus", comeToFront);
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => inFront.size && comeToFront(), true);
addEventListener("pagehide", () => {
  tabs.postMessage({ tab, gone: true });
  rest();
});
addEventListener("pageshow", (event) => event.persisted && comeToFront());
addEventListener("online", () => stream && connect());

// -- sending -------------------------------------------------------------------------------

export function fetchSoon(address, options) {
  return fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE) });
}

export async function delivered(address, body) {
  const options = {
    method: "POST",
    body,
    headers: { Accept: "application/json", "X-CSRF-Token": body.get("csrf") },
  };
  let told = false;
  const slow = setTimeout(() => {
    told = true;
    if (!lost) show(words.slow);
  }, SLOW);
  try {
    const answer = await fetchTwice(address, options);
    if (told) show(words.through, SEEN);
    return answer;
  } catch (error) {
    if (told && !lost) show("");
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

async function fetchTwice(address, options) {
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
