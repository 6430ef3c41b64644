// Cards that explain: they open at a click without this; with it also at the focus and by "?", beside what they explain.
(() => {
  "use strict";
  const CARDS = ".play :is(.raider, .card-sign, .coin, .wound, .army[data-about])";
  const ROWS = ".line, .slots, .piles, .signs, .armies"; // of cards; the arrows go from one to the next
  const PLACES = ".place, .ronin, .samurai, .hand";
  let pointed = null; // what the pointer is on
  const open = (button) => {
    const card = button.popoverTargetElement;
    if (!card.matches(":popover-open")) card.showPopover();
  };
  const text = (piece) => piece.dataset.about || piece.querySelector("title, .unseen")?.textContent || piece.title;
  const explain = (piece, hovered = true) => {
    const said = text(piece);
    window.zashiki.note(piece, said, hovered, "about-note", () => piece.isConnected && text(piece) === said);
  };

  document.addEventListener("toggle", (event) => {
    if (!event.target.matches?.(".about-card") || event.newState !== "open") return;
    const button = document.querySelector(`[popovertarget="${event.target.id}"]`);
    const [left, top] = window.zashiki.free(button.getBoundingClientRect(), event.target.offsetWidth, event.target.offsetHeight);
    Object.assign(event.target.style, { left: `${left}px`, top: `${top}px` });
  }, { capture: true });
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches?.(".about:focus-visible")) open(target);
    else if (target.matches?.(CARDS) && target.matches(":focus-visible")) explain(target, false);
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target.matches?.(".about") && target.popoverTargetElement.matches(":popover-open")) target.popoverTargetElement.hidePopover();
    else if (target.matches?.(CARDS)) window.zashiki.note(target, "");
  });
  const DIRECTIONS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  document.addEventListener("keydown", (event) => {
    const card = document.activeElement;
    const by = DIRECTIONS[event.key];
    const steps = document.querySelector("[data-step]") && /Left|Right/.test(event.key); // of a replay
    if (!by || steps || !card?.matches(CARDS)) return;
    const row = [...(card.closest(ROWS)?.querySelectorAll(CARDS) ?? [])].filter((one) => one.hasAttribute("tabindex"));
    event.preventDefault();
    row[row.indexOf(card) + by]?.focus({ focusVisible: true });
  });
  document.addEventListener("pointerover", ({ target }) => {
    pointed = target;
  }, { passive: true });
  document.addEventListener("click", (event) => {
    const piece = event.target.closest?.(CARDS);
    if (piece && !event.target.closest("button, a, label, summary, input")) explain(piece);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.target.matches?.("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const focused = document.activeElement?.closest(PLACES);
    const piece = focused ? null : pointed?.closest?.(CARDS);
    const button = (focused ?? pointed?.closest?.(PLACES))?.querySelector(".about");
    if (!piece && !button) return;
    event.preventDefault();
    if (piece) explain(piece);
    else open(button);
  });
})();
