// A hint on the board: the places of the best choice are marked, and so is the piece that goes there while it is not picked.
// What it says stands where it covers least of them.
(() => {
  "use strict";
  const MARK = "data-hinted";
  const marked = (action) => {
    const places = [...document.querySelectorAll(`.play [data-action="${CSS.escape(action)}"], #choose-${CSS.escape(action)}`)];
    const groups = places.flatMap((place) => [...place.classList].filter((name) => name.startsWith("for-")).map((name) => name.slice(4)));
    const picks = groups.flatMap((group) => [...document.querySelectorAll(`.play input.pick[value="${CSS.escape(group)}"]`)]);
    return [...places, ...picks.flatMap((pick) => [...pick.labels])];
  };
  const show = () => {
    const actions = document.getElementById("hint")?.dataset.actions?.split(" ") ?? [];
    const hinted = new Set(actions.flatMap(marked));
    for (const place of document.querySelectorAll(`[${MARK}]`)) if (!hinted.has(place)) place.removeAttribute(MARK);
    for (const place of hinted) place.setAttribute(MARK, "");
    stand();
  };
  // Wide or slim, at either end of the prompt: least over what is marked, then over what else can be chosen.
  const STANDS = ["left", "right", "left slim", "right slim"];
  let seen = ""; // the actions of the hint that was brought into sight
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const shared = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const stand = () => {
    const hint = document.querySelector("#live details.hint");
    if (!hint) return void (seen = "");
    const covered = (places) => places.reduce((sum, place) => sum + shared(place, hint.getBoundingClientRect()), 0);
    const marks = boxes(`.play [${MARK}]`);
    const choices = boxes(".play [data-action]");
    const tried = STANDS.map((at) => {
      hint.dataset.at = at;
      return { at, marked: covered(marks), chosen: covered(choices) };
    });
    const best = tried.reduce((least, one) => (one.marked < least.marked || (one.marked === least.marked && one.chosen < least.chosen) ? one : least));
    hint.dataset.at = best.at;
    if (best.marked && seen !== hint.dataset.actions) {
      const main = document.getElementById("main");
      const under = marks.find((mark) => covered([mark]));
      main.scrollBy({ top: Math.min(under.bottom - hint.getBoundingClientRect().top, under.top - main.getBoundingClientRect().top) + 8, behavior: "instant" });
    }
    seen = hint.dataset.actions;
  };
  document.addEventListener("zashiki:changed", show);
  show();
})();
