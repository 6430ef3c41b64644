// Keeps what can be read offline: the service worker fetches the rulebook and the lesson of a game that was opened, of every
// game once the program is installed. Browsers allow it on this device and by https alone.
(() => {
  "use strict";
  const notice = document.getElementById("offline");
  if (notice) {
    addEventListener("offline", () => { notice.hidden = false; });
    addEventListener("online", () => { notice.hidden = true; });
  }
  if (!("serviceWorker" in navigator)) return;
  const installed = matchMedia("(display-mode: standalone)").matches;
  const read = location.pathname.match(/^\/(?:rules|learn)\/([^/]+)/)?.[1];
  const games = installed ? null : read ? [read] : [];
  const { lang, dataset } = document.documentElement;
  const start = async () => {
    try {
      await navigator.serviceWorker.register("/service-worker.js");
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage({ reader: `${lang} ${dataset.theme ?? ""}`, games });
    } catch {
      // the browser keeps nothing, or the server is away: every page works without it
    }
  };
  // The page itself goes first.
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
})();
