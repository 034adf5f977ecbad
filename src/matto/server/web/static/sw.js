// The service worker: keeps what can be read without a network, and nothing else. No table's state,
// no stream, no key and no form's token is ever kept: pages that are kept are asked for as such.
// The server puts KEPT before these lines: a version, files, and the addresses of rulebooks.

const NAME = `matto ${KEPT.version}`;
const OFFLINE = "/offline";
const MATCHES = "/matches";
const A_DEAL = /href="(\/t\/\w+\/deals\/\d+\/whole)"/g;
const MOST_DEALS = 60;
const REST = 700; // milliseconds from page to page: nobody waits for them

self.addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(NAME);
  await cache.addAll(KEPT.shell);
  await keep(cache, OFFLINE);
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys()) {
    if (name.startsWith("matto ") && name !== NAME) await caches.delete(name);
  }
  await self.clients.claim();
}

// -- keeping -------------------------------------------------------------------------------

async function keep(cache, path) {
  const answer = await fetch(path, { headers: { "Matto-Keep": "yes" }, cache: "no-store" });
  if (answer.ok && !answer.redirected) await cache.put(path, answer);
}

let keeping;

self.addEventListener("message", (event) => {
  if (event.data !== "keep") return;
  keeping ??= keepAll().catch(() => {}).finally(() => (keeping = undefined)); // the next page tries again
  event.waitUntil(keeping);
});

async function keepAll() {
  const cache = await caches.open(NAME);
  await keep(cache, MATCHES);
  const deals = await ownDeals(cache);
  await forgetOthers(cache, deals);
  for (const path of [...deals, ...KEPT.books]) {
    if (await cache.match(path)) continue;
    await keep(cache, path);
    await new Promise((later) => setTimeout(later, REST));
  }
}

async function ownDeals(cache) {
  const page = await (await cache.match(MATCHES)).text();
  return [...page.matchAll(A_DEAL)].map(([, path]) => path).slice(0, MOST_DEALS);
}

async function forgetOthers(cache, deals) {
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname;
    if (path.startsWith("/t/") && !deals.includes(path)) await cache.delete(url);
  }
}

// -- answering -----------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => keptPage(pathname)));
  } else if (pathname.startsWith("/static/")) {
    event.respondWith(keptFile(event.request));
  }
});

async function keptPage(pathname) {
  const cache = await caches.open(NAME);
  return (await cache.match(pathname, { ignoreVary: true })) ?? cache.match(OFFLINE, { ignoreVary: true });
}

async function keptFile(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}
