// A new table: seats are added, removed and dragged onto each other; a folded part says in one line what is chosen in it.
(() => {
  "use strict";
  const NOBODY = "none";
  const form = document.querySelector("[data-new-table]");
  const ring = form?.querySelector(".ring");
  if (!ring) return;
  const cards = [...ring.querySelectorAll("[data-card]")];
  const field = (card) => card.querySelector("select");
  const taken = (card) => field(card).value !== NOBODY;
  const fewest = Number(ring.dataset.fewest);
  const add = form.querySelector("[data-add]");

  // --- who sits: the cards that are taken lie around the table ------------------------------------------------------
  const lay = () => {
    const seated = cards.filter(taken);
    ring.dataset.count = String(Math.max(1, seated.length));
    for (const card of cards) {
      card.hidden = !taken(card);
      card.dataset.place = String(seated.indexOf(card));
      card.querySelector("[data-remove]").hidden = seated.length <= fewest;
    }
    if (add) add.hidden = seated.length === cards.length;
  };
  const usual = cards.map((card) => field(card).value).findLast((value) => value !== NOBODY && value !== "me") ?? "open";
  add?.addEventListener("click", () => {
    const next = cards.find((card) => !taken(card));
    field(next).value = usual;
    lay();
    field(next).focus();
  });
  for (const card of cards) {
    card.querySelector("[data-remove]").addEventListener("click", () => {
      field(card).value = NOBODY;
      lay();
      (add ?? field(cards[0])).focus();
    });
    field(card).addEventListener("change", () => {
      if (field(card).value === "me") cards.filter((other) => other !== card && field(other).value === "me").forEach((other) => { field(other).value = usual; });
      lay();
    });
  }

  // --- dragging: a card dropped on another swaps who sits there; by keyboard the fields do the same -------------------------
  const under = (event, dragged) => cards.find((card) => {
    const box = card.getBoundingClientRect();
    return card !== dragged && !card.hidden && event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  });
  const mark = (target) => cards.forEach((card) => card.toggleAttribute("data-target", card === target));
  const drag = (card, start) => {
    const handle = card.querySelector(".seat-face");
    handle.setPointerCapture(start.pointerId);
    card.dataset.dragged = "";
    const move = (event) => {
      card.style.translate = `${event.clientX - start.clientX}px ${event.clientY - start.clientY}px`;
      mark(under(event, card));
    };
    const end = (event) => {
      const target = event.type === "pointerup" ? under(event, card) : null;
      card.style.translate = "";
      delete card.dataset.dragged;
      mark(null);
      for (const [name, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) handle.removeEventListener(name, listener);
      if (!target) return;
      [field(card).value, field(target).value] = [field(target).value, field(card).value];
      lay();
    };
    for (const [name, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) handle.addEventListener(name, listener);
  };
  for (const card of cards) {
    card.querySelector(".seat-face").addEventListener("pointerdown", (event) => {
      event.preventDefault();
      drag(card, event);
    });
  }
  ring.dataset.drags = "";
  form.querySelector(".drag-help").hidden = false;
  lay();

  // --- folded parts ------------------------------------------------------------------------------------------------------
  const chosen = (fold) => [...fold.querySelectorAll("[data-brief]")].filter((one) => one.checked || one.selected || (one.tagName === "TEXTAREA" && one.value.trim()));
  form.addEventListener("change", (event) => {
    const fold = event.target.closest("[data-fold]");
    if (fold) fold.querySelector("[data-summary]").textContent = chosen(fold).map((one) => one.dataset.brief).join(" · ");
  });
})();
