// Keeps pages for times without a network. The build puts VERSION and FILES before this text: the checksum of all pages
// and their list. What a reader saw is kept, without asking the network again, so that a first visit stays light; all
// pages are kept when a reader asks for it, or installs the app.
const CACHE = "dicepress-" + VERSION;
const ROOT = new URL("./", self.location);
const KEPT = new URL("kept-whole", ROOT);

async function keep(files, tell, how) {
  const cache = await caches.open(CACHE);
  let done = 0;
  // A few at a time, so that a weak connection is not swamped.
  for (let start = 0; start < files.length; start += 8) {
    await Promise.all(files.slice(start, start + 8).map(async (file) => {
      const address = new URL(file, ROOT);
      if (!(await cache.match(address))) await cache.add(new Request(address, { cache: how || "no-cache" }));
      done += 1;
    }));
    if (tell) tell(done);
  }
}
async function wasWhole() {
  for (const name of await caches.keys()) {
    if (name.startsWith("dicepress-") && (await (await caches.open(name)).match(KEPT))) return true;
  }
  return false;
}
async function keepWhole(tell) {
  await keep(FILES, tell);
  await (await caches.open(CACHE)).put(KEPT, new Response("yes"));
}

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    // Who had everything has everything again.
    if (await wasWhole()) await keepWhole();
    await self.skipWaiting();
  })());
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("dicepress-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});
self.addEventListener("message", (event) => {
  const tell = (said) => event.source.postMessage(said);
  if (event.data === "how-much") {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.match(KEPT)).then((kept) => tell({ whole: !!kept, all: FILES.length })));
  } else if (event.data.seen) {
    // Who comes back also gets the page that says what is not there.
    const files = event.data.seen.map(fileOf).filter((file) => known.has(file));
    event.waitUntil(keep([...files, ...(event.data.again ? ["404.html", "index.html"] : [])], null, "default").catch(() => {}));
  } else if (event.data === "keep-all") {
    const all = FILES.length;
    event.waitUntil(keepWhole((done) => tell({ done, all })).then(() => tell({ whole: true, all }), () => tell({ failed: true, all })));
  }
});

const known = new Set(FILES);
function fileOf(url) {
  const address = new URL(url);
  if (address.origin !== ROOT.origin || !address.pathname.startsWith(ROOT.pathname)) return "";
  const file = decodeURIComponent(address.pathname.slice(ROOT.pathname.length));
  return file === "" || file.endsWith("/") ? file + "index.html" : file;
}
async function answered(request) {
  const file = fileOf(request.url);
  if (!known.has(file)) return fetch(request);
  const cache = await caches.open(CACHE), plain = new URL(file, ROOT);
  const kept = await cache.match(plain);
  if (kept) return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(plain, fresh.clone());
    return fresh;
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    return (await cache.match(new URL("404.html", ROOT))) || Response.error();
  }
}
self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method === "GET" && address.origin === ROOT.origin && address.pathname.startsWith(ROOT.pathname)) {
    event.respondWith(answered(request));
  }
});
