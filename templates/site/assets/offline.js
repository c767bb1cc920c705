// Offers the site as an app that needs no network. Only where a server sends the pages: from a disk they are all there.
(function () {
  "use strict";
  if (!("serviceWorker" in navigator) || location.protocol === "file:") return;
  const root = new URL("..", new URL(".", document.currentScript.src));

  // A manifest in the page itself would be an error where the page was opened from a disk.
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = new URL("app.webmanifest", root);
  document.head.append(link);

  navigator.serviceWorker.register(new URL("sw.js", root)).catch(() => {
    // A browser that forbids it reads the pages from the network.
  });
  const again = !!navigator.serviceWorker.controller;
  const ask = async (what) => (await navigator.serviceWorker.ready).active.postMessage(what);
  window.addEventListener("appinstalled", () => ask("keep-all"));
  // What this visit loaded lies in the browser's cache, so that keeping it costs nothing.
  window.addEventListener("load", () => {
    const seen = [location.href, ...performance.getEntriesByType("resource").map((entry) => entry.name)];
    ask({ seen, again });
  });

  const newer = document.querySelector(".newer");
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.newer) newer.replaceChildren(newer.querySelector("template").content.cloneNode(true));
  });
  newer.addEventListener("click", (event) => {
    if (event.target.closest("button")) location.reload();
  });

  const offer = document.querySelector(".offline");
  if (!offer) return;
  const button = offer.querySelector("button"), told = offer.querySelector("[role=status]");
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.newer) return;
    if (data.failed) {
      told.textContent = "The connection broke off. What came in is kept; try again later.";
      button.disabled = false;
    } else if (data.whole) {
      told.textContent = "All " + data.all + " files are on this device.";
      button.hidden = true;
    } else if (data.done) {
      told.textContent = data.done + " of " + data.all;
    }
    offer.hidden = false;
  });
  button.addEventListener("click", () => {
    button.disabled = true;
    ask("keep-all");
  });
  ask("how-much");
})();
