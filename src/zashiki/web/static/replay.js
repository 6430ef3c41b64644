// A replay plays by itself, and tells staged steps as stories before it comes to them. Links and forms do the rest.
(() => {
  "use strict";
  const STAYS = 1600; // how long a step stays, in ms
  const SPEEDS = [1, 2, 4];
  const SPEED = "story-speed";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const one = (selector) => document.querySelector(`#replay ${selector}`);
  if (!one("[data-autoplay]")) return;
  const kept = (() => {
    try {
      return localStorage;
    } catch {
      return null; // the browser keeps nothing: every replay begins with the usual speed
    }
  })();
  let speed = SPEEDS.includes(Number(kept?.getItem(SPEED))) ? Number(kept.getItem(SPEED)) : 1;
  let playing = false;
  let timer = 0;
  let passing = false; // the step whose story was told is being gone to

  const label = () => {
    one("[data-autoplay]").hidden = false;
    one("[data-autoplay]").setAttribute("aria-pressed", String(playing));
    one("[data-autoplay-speed]").hidden = false;
    one("[data-autoplay-speed] b").textContent = `${speed}×`;
  };
  const wait = () => {
    clearTimeout(timer);
    if (playing && !one("a[rel=next]")) playing = false;
    label();
    if (playing) timer = setTimeout(() => one("a[rel=next]")?.click(), STAYS / speed);
  };
  const tell = async (link) => {
    clearTimeout(timer);
    await window.zashiki.story.tellStep(link.dataset.story);
    passing = true;
    link.click();
    passing = false;
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#replay a[rel=next][data-story]");
    if (!link || passing || (playing && still.matches)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!("story" in document.body.dataset)) tell(link);
  }, { capture: true });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-autoplay-speed]")) {
      speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
      kept?.setItem(SPEED, String(speed));
    } else if (event.target.closest?.("[data-autoplay]")) {
      playing = !playing;
    } else {
      return;
    }
    wait();
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!("story" in document.body.dataset)) wait();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) playing = false;
    wait();
  });
  label();
})();
