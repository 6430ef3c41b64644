// A hint on the board: the places of the best choice are marked, and so is the piece that goes there while it is not picked.
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
  };
  document.addEventListener("zashiki:changed", show);
  show();
})();
