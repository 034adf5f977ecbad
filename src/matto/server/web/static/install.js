// Without a network: a service worker keeps what can be read, and the page says what is missing.

const root = document.documentElement;
const line = document.getElementById("offline");
const kept = "kept" in root.dataset;
const AFTER = 3000; // milliseconds: first comes what the page itself needs

function tell() {
  if (!kept) line.hidden = navigator.onLine;
}

addEventListener("offline", tell);
addEventListener("online", () => (kept ? location.reload() : tell()));
tell();

async function install() {
  await navigator.serviceWorker.register(`/sw.js?lang=${root.lang}`);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("keep");
}

if ("serviceWorker" in navigator && !kept && !navigator.connection?.saveData) {
  setTimeout(() => install().catch(() => {}), AFTER); // who refuses it reads with a network only
}
