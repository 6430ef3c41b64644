// What has just happened, told line by line beside the prompt; any input ends the telling at once.
(() => {
  "use strict";
  const FIRST = 5; // of a long story, so many lines are told to one who has just come
  const APART = 500; // the least time between two lines, in ms
  const LONGEST = 1700;
  const LINES = 1000; // more than a moment has
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const memory = `told ${location.pathname}${location.search}`;
  const lines = () => [...document.querySelectorAll("#news > li")];
  const number = (line) => {
    const [, moment, place] = line.id.split("-");
    return Number(moment) * LINES + Number(place);
  };
  const last = () => lines().reduce((most, line) => Math.max(most, number(line)), 0);
  const fresh = () => lines().filter((line) => number(line) > told);
  const kept = (() => {
    try {
      return sessionStorage;
    } catch {
      return null; // the browser keeps nothing: after a reload it is told again
    }
  })();
  let told = Number(kept?.getItem(memory) ?? 0); // the number of the last line that was told
  let shown = ""; // the id of the line on show
  let ready = 0; // when the next line may come
  let timer = 0;

  const heard = (text) => {
    const ear = document.getElementById("ear");
    if (ear) ear.textContent = text;
  };
  const remember = (upTo) => {
    told = upTo;
    kept?.setItem(memory, String(told));
  };
  const mark = () => {
    for (const line of lines()) line.classList.toggle("now", line.id === shown);
    document.body.toggleAttribute("data-telling", timer !== 0);
  };

  const rest = () => {
    clearTimeout(timer);
    timer = 0;
    const news = document.getElementById("news");
    if (news) news.scrollTop = news.scrollHeight; // where it is a list, its latest line is in sight
    mark();
  };
  const tell = (line) => {
    remember(number(line));
    shown = line.id;
    heard(line.textContent);
    document.dispatchEvent(new CustomEvent("zashiki:told", { detail: line }));
  };
  const tellAll = (all) => {
    remember(last());
    heard(all.map((line) => line.textContent).join(" "));
    const loud = all.find((line) => line.dataset.sounds);
    if (loud) document.dispatchEvent(new CustomEvent("zashiki:told", { detail: loud }));
    rest();
  };

  // A line stays as long as it takes to read it, less long where many wait.
  const stays = (line, waiting) => Math.max(APART, Math.min(LONGEST, 250 + 16 * line.textContent.trim().length) / (waiting > 4 ? 2 : 1));
  const next = () => {
    timer = 0;
    const waiting = fresh();
    if (!waiting.length || document.hidden) return rest();
    if (still.matches) return tellAll(waiting);
    const now = performance.now();
    if (now >= ready) {
      tell(waiting[0]);
      ready = now + stays(waiting[0], waiting.length);
    }
    if (fresh().length) timer = setTimeout(next, ready - now);
    mark();
  };
  const changed = () => {
    if ("story" in document.body.dataset) return;
    if (told > last() && !window.zashiki.waits?.()) remember(last()); // lines were taken back
    if (timer) mark();
    else next();
  };
  const end = () => {
    ready = 0;
    if (!timer) return;
    heard(fresh().map((line) => line.textContent).join(" "));
    remember(last());
    rest();
  };

  // Staged events are told by a story; it asks which of these lines are new, and says which it has told.
  window.zashiki ??= {};
  window.zashiki.news = {
    known: Boolean(kept?.getItem(memory)), // the reader was here before
    finish: end,
    told: () => ({ moment: Math.floor(told / LINES), place: told % LINES }),
    last: (news) => news.reduce((most, line) => Math.max(most, Math.floor(number(line) / LINES)), 0),
    fresh: (news) => news.filter((line) => number(line) > told),
    remember: (id) => remember(Math.max(told, number({ id }))),
    hear: heard,
  };

  if (!document.getElementById("table")) return;
  if (!kept?.getItem(memory) && lines().length > 2 * FIRST) remember(number(lines().at(-1 - FIRST)));
  document.addEventListener("htmx:after:swap", changed);
  document.addEventListener("zashiki:story-over", changed);
  document.addEventListener("visibilitychange", () => document.hidden && changed());
  for (const input of ["pointerdown", "keydown", "wheel"]) document.addEventListener(input, end, { capture: true, passive: true });
  if (!window.zashiki.news.known) changed(); // else a story may come first
})();
