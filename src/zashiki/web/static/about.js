// Cards that explain: they open at a click without this; with it also at the focus and by "?", beside what they explain.
(() => {
  "use strict";
  const CARDS = ".play :is(.raider, .card-sign, .coin, .wound)";
  const PLACES = ".place, .ronin, .samurai, .hand";
  let pointed = null; // what the pointer is on
  const open = (button) => {
    const card = button.popoverTargetElement;
    if (!card.matches(":popover-open")) card.showPopover();
  };
  const text = (piece) => piece.querySelector("title, .unseen")?.textContent || piece.title;

  document.addEventListener("toggle", (event) => {
    if (!event.target.matches?.(".about-card") || event.newState !== "open") return;
    const button = document.querySelector(`[popovertarget="${event.target.id}"]`);
    const [left, top] = window.zashiki.free(button.getBoundingClientRect(), event.target.offsetWidth, event.target.offsetHeight);
    Object.assign(event.target.style, { left: `${left}px`, top: `${top}px` });
  }, { capture: true });
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches?.(".about:focus-visible")) open(target);
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target.matches?.(".about") && target.popoverTargetElement.matches(":popover-open")) target.popoverTargetElement.hidePopover();
  });
  document.addEventListener("pointerover", ({ target }) => {
    pointed = target;
  }, { passive: true });
  document.addEventListener("click", (event) => {
    const piece = event.target.closest?.(CARDS);
    if (piece && !event.target.closest("button, a, label, summary")) window.zashiki.note(piece, text(piece), true, "about-note");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.target.matches?.("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const focused = document.activeElement?.closest(PLACES);
    const piece = focused ? null : pointed?.closest?.(CARDS);
    const button = (focused ?? pointed?.closest?.(PLACES))?.querySelector(".about");
    if (!piece && !button) return;
    event.preventDefault();
    if (piece) window.zashiki.note(piece, text(piece), true, "about-note");
    else open(button);
  });
})();
