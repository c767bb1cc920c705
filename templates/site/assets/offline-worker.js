// Keeps pages for times without a network. The build puts VERSION and FILES before this text: the checksum of the whole
// edition, and of each file of it. What a reader saw is kept, without asking the network again, so that a first visit
// stays light; all pages are kept when a reader asks for it, or installs the app. Nothing is kept under an edition
// whose checksum it does not have: what lies between a server and a reader may still hold an older one.
const CACHE = "dicepress-" + VERSION;
const ROOT = new URL("./", self.location);
const KEPT = new URL("kept-whole", ROOT);

function fileOf(url) {
  const address = new URL(url);
  if (address.origin !== ROOT.origin || !address.pathname.startsWith(ROOT.pathname)) return "";
  const file = decodeURIComponent(address.pathname.slice(ROOT.pathname.length));
  return file === "" || file.endsWith("/") ? file + "index.html" : file;
}
const known = (file) => Object.hasOwn(FILES, file);
async function isOfThisEdition(file, answer) {
  if (!answer || !answer.ok) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(FILES[file]);
}
async function olderCaches() {
  return (await caches.keys()).filter((name) => name.startsWith("dicepress-") && name !== CACHE);
}

// A browser refuses an answer that was redirected where it asked for a page.
const plain = (answer) => (answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer);
async function kept(file, answer) {
  if (!(await isOfThisEdition(file, answer))) return false;
  await (await caches.open(CACHE)).put(new URL(file, ROOT), answer);
  return true;
}
async function load(file, first) {
  for (const how of [first, "reload"]) {
    if (await kept(file, plain(await fetch(new Request(new URL(file, ROOT), { cache: how }))))) return;
  }
  throw new Error("not of this edition: " + file);
}
async function keep(files, tell, first) {
  const cache = await caches.open(CACHE);
  let done = 0;
  // A few at a time, so that a weak connection is not swamped.
  for (let start = 0; start < files.length; start += 8) {
    await Promise.all(files.slice(start, start + 8).map(async (file) => {
      if (!(await cache.match(new URL(file, ROOT)))) await load(file, first);
      done += 1;
    }));
    if (tell) tell(done);
  }
}
async function keepWhole(tell) {
  await keep(Object.keys(FILES), tell, "no-cache");
  await (await caches.open(CACHE)).put(KEPT, new Response("yes"));
}

// What the last edition kept and this one has too is not loaded again. Gives the files that have changed.
async function takenOver() {
  const cache = await caches.open(CACHE), changed = new Set();
  let whole = false;
  for (const name of await olderCaches()) {
    const older = await caches.open(name);
    for (const request of await older.keys()) {
      if (request.url === KEPT.href) {
        whole = true;
        continue;
      }
      const file = fileOf(request.url);
      if (!known(file)) continue;
      const answer = await older.match(request);
      if (!(await isOfThisEdition(file, answer))) changed.add(file);
      else if (!(await cache.match(request))) await cache.put(request, answer);
    }
  }
  return { changed, whole };
}
self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    // Who had everything has everything again.
    if ((await takenOver()).whole) await keepWhole();
    await self.skipWaiting();
  })());
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    // Once more, for what the older worker still kept while this one was installed.
    const { changed } = await takenOver();
    for (const name of await olderCaches()) await caches.delete(name);
    await self.clients.claim();
    for (const client of await self.clients.matchAll()) {
      if (changed.has(fileOf(client.url))) client.postMessage({ newer: true });
    }
  })());
});
self.addEventListener("message", (event) => {
  const tell = (said) => event.source.postMessage(said), all = Object.keys(FILES).length;
  if (event.data === "how-much") {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.match(KEPT)).then((kept) => tell({ whole: !!kept, all })));
  } else if (event.data.seen) {
    // Who comes back also gets the page that says what is not there.
    const files = [...event.data.seen.map(fileOf).filter(known), ...(event.data.again ? ["404.html", "index.html"] : [])];
    event.waitUntil(keep(files, null, "default").catch(() => {}));
  } else if (event.data === "keep-all") {
    event.waitUntil(keepWhole((done) => tell({ done, all })).then(() => tell({ whole: true, all }), () => tell({ failed: true, all })));
  }
});

async function answered(event) {
  const { request } = event, file = fileOf(request.url);
  if (!known(file)) return fetch(request);
  const cache = await caches.open(CACHE);
  const here = await cache.match(new URL(file, ROOT));
  if (here) return here;
  try {
    const fresh = plain(await fetch(new Request(new URL(file, ROOT), { cache: "no-cache" })));
    event.waitUntil(kept(file, fresh.clone()));
    return fresh;
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    return (await cache.match(new URL("404.html", ROOT))) || Response.error();
  }
}
self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method === "GET" && address.origin === ROOT.origin && address.pathname.startsWith(ROOT.pathname)) {
    event.respondWith(answered(event));
  }
});
