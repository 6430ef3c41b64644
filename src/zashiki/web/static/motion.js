// Motion that shows what changed, from where to where, and then stops. Only transform and opacity; any input ends it.
// data-glide: this element (by its id) glides from where it was. New ones come from a piece of the same data-piece that is
// gone, else from the element that data-from names, turning over if data-turns; gone ones go to data-to, or flash and fade.
// data-count: a number that bursts when it changes; data-shake names what shakes when it falls.
(() => {
  "use strict";
  const EASE = "cubic-bezier(.2, .8, .2, 1)";
  const VEIL = ".table .unveil[id]";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const all = (selector) => [...document.querySelectorAll(`.table ${selector}`)];
  const byId = (id) => (id ? document.getElementById(id) : null);
  const box = (element) => {
    const found = element?.getBoundingClientRect();
    return found && found.width > 1 && found.height > 1 ? found : null;
  };
  const middle = (rect) => [rect.left + rect.width / 2, rect.top + rect.height / 2];
  const value = (element) => Number(element.dataset.count || element.textContent);
  let before = null; // rects and numbers as they were before the swap
  let looks = new Map(); // how each piece looked, in case it is gone after the next swap
  let layer = null; // where flying copies are drawn, above the table

  // --- copies that fly ----------------------------------------------------------------------------------------------
  const above = () => {
    layer ??= document.body.appendChild(Object.assign(document.createElement("div"), { className: "flights", ariaHidden: "true" }));
    return layer;
  };
  const copyOf = (element) => {
    const copy = element.cloneNode(true);
    for (const one of [copy, ...copy.querySelectorAll("[id]")]) one.removeAttribute("id");
    for (const one of copy.querySelectorAll("button, a, input, title")) one.remove();
    if (!element.ownerSVGElement) return copy;
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const { x, y, width, height } = element.getBBox();
    frame.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    copy.removeAttribute("transform");
    frame.append(copy);
    return frame;
  };
  const lay = (copy, rect) => {
    copy.classList.add("flying");
    Object.assign(copy.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px` });
    above().append(copy);
    return copy;
  };
  const play = (element, frames, options, remove = false) => {
    const running = element.animate(frames, { easing: EASE, fill: "backwards", ...options });
    if (remove) running.onfinish = running.oncancel = () => element.remove();
    return running;
  };

  // --- one movement ---------------------------------------------------------------------------------------------------
  const away = (from, to, share = 1) => {
    const [fromX, fromY] = middle(from);
    const [toX, toY] = middle(to);
    const scale = 1 + (Math.min(from.width / to.width, from.height / to.height) - 1) * share;
    return `translate(${(fromX - toX) * share}px, ${(fromY - toY) * share}px) scale(${scale})`;
  };
  const lasting = (from, to) => Math.min(500, 260 + Math.hypot(from.left - to.left, from.top - to.top) / 5);
  const glide = (element, was, now, delay = 0) => {
    const [from, to] = [was.rect, now.rect];
    const options = { duration: lasting(from, to), delay };
    if (!element.ownerSVGElement) {
      play(element, [{ transform: away(from, to) }, { transform: "none" }], { ...options, composite: "add" });
    } else if (element.dataset.glide === "in" && was.within && now.within) {
      const unit = to.width / element.getBBox().width;
      const start = `translate(${(was.within[0] - now.within[0]) / unit}px, ${(was.within[1] - now.within[1]) / unit}px)`;
      play(element, [{ transform: start }, { transform: "none" }], { ...options, composite: "add" });
    } else {
      play(element, [{ opacity: 0 }, { opacity: 0 }], options);
      play(lay(copyOf(element), to), [{ transform: away(from, to) }, { transform: "none" }], options, true);
    }
  };
  const turnOver = (element, stack, to, delay) => {
    const back = stack.querySelector("[data-back]");
    const from = box(back) ?? box(stack);
    const half = away(from, to, 0.5);
    if (back) {
      const cover = [{ transform: "none" }, { transform: `${away(to, from, 0.5)} scaleX(0)` }];
      play(lay(copyOf(back), from), cover, { duration: 160, delay, easing: "ease-in" }, true);
    }
    play(element, [{ transform: `${half} scaleX(0)` }, { transform: "none" }], { duration: 260, delay: delay + 160, composite: "add" });
  };
  const drop = (element, delay) => play(element, [{ opacity: 0, transform: "translateY(-28px)" }, { opacity: 1, transform: "none" }], { duration: 260, delay, composite: "add" });
  const fade = (element) => play(element, [{ opacity: 0 }, { opacity: 1 }], { duration: 120, easing: "linear" });
  const shake = (element) => {
    const steps = [0, 3, -3, 3, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    play(element, steps, { duration: 180, iterations: 2, easing: "linear", composite: "add" });
  };
  const leave = (look, rect, goal) => {
    const to = goal && box(byId(goal));
    const copy = lay(look, rect);
    const frames = to
      ? [{ transform: "none" }, { transform: away(to, rect), opacity: 0.2 }]
      : [0, 4, -4, 4, -4, 0].map((x, step) => ({ transform: `translateX(${x}px)`, opacity: step < 4 ? 1 : 0 }));
    play(copy, frames, { duration: to ? lasting(rect, to) : 420 }, true);
  };
  const burst = (element, difference) => {
    element.classList.add("just-changed");
    const rect = box(element);
    if (!rect || still.matches) return;
    const text = difference > 0 ? `+${difference}` : `−${-difference}`;
    const star = Object.assign(document.createElement("b"), { className: "delta flying", textContent: text });
    Object.assign(star.style, { left: `${rect.left + Math.min(rect.width, 44) / 2}px`, top: `${rect.top}px` });
    above().append(star);
    const rise = [{ transform: "scale(0)" }, { transform: "translateY(-6px) scale(1.1)", offset: 0.15 }, { transform: "translateY(-8px)", opacity: 1, offset: 0.75 }, { transform: "translateY(-18px)", opacity: 0 }];
    play(star, rise, { duration: 1200, easing: "linear" }, true);
  };

  // --- before and after a change ----------------------------------------------------------------------------------------
  const remember = () => {
    looks = new Map(all("[data-glide][id]").filter((one) => one.dataset.piece || one.dataset.to).map((one) => [one.id, copyOf(one)]));
  };
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));
  // Where an element is, and where within its place: a place that is only shifted as a whole does not set its pieces moving.
  const whereabouts = (element) => {
    const rect = box(element);
    const place = element.dataset.glide === "in" ? element.ownerSVGElement : element.parentElement.closest("[id]");
    const corner = rect && place.getBoundingClientRect();
    return { rect, place: place.id, within: corner && [rect.left - corner.left, rect.top - corner.top] };
  };
  const stays = (was, now) => was.place === now.place && Math.hypot(was.within[0] - now.within[0], was.within[1] - now.within[1]) < 3;
  const look = () => {
    before = { pieces: new Map(), counts: new Map(), veiled: document.querySelector(VEIL) !== null };
    for (const one of all("[data-glide][id]")) before.pieces.set(one.id, { ...whereabouts(one), piece: one.dataset.piece, to: one.dataset.to });
    for (const one of all("[data-count][id]")) before.counts.set(one.id, value(one));
  };

  const nearest = (gone, piece, rect) => {
    const same = piece ? gone.filter((one) => one.piece === piece && one.rect) : [];
    const distance = (one) => Math.hypot(one.rect.left - rect.left, one.rect.top - rect.top);
    return same.reduce((best, one) => (!best || distance(one) < distance(best) ? one : best), null);
  };
  const arrive = (element, rect, gone, delay) => {
    const match = nearest(gone, element.dataset.piece, rect);
    if (match) {
      gone.splice(gone.indexOf(match), 1);
      return glide(element, match, { rect }, delay);
    }
    const source = byId(element.dataset.from);
    const from = box(source);
    if (!from) return drop(element, delay);
    return "turns" in element.dataset ? turnOver(element, source, rect, delay) : glide(element, { rect: from }, { rect }, delay);
  };
  const move = (was) => {
    const here = all("[data-glide][id]").map((element) => ({ element, ...whereabouts(element) })).filter((one) => one.rect);
    const gone = [...was.pieces].filter(([id]) => !byId(id)).map(([id, one]) => ({ id, ...one }));
    const unveils = !was.veiled && document.querySelector(VEIL) !== null;
    let delay = unveils ? 520 : 0;
    for (const { element, ...now } of here) {
      const old = was.pieces.get(element.id);
      if (old?.rect && stays(old, now)) continue;
      if (still.matches) fade(element);
      else if (unveils) drop(element, delay);
      else if (old?.rect) glide(element, old, now, delay);
      else arrive(element, now.rect, gone, delay);
      delay += delay < 760 ? 40 : 0;
    }
    if (still.matches || unveils) return;
    for (const { id, rect, to } of gone) if (rect && looks.has(id)) leave(looks.get(id), rect, to);
  };
  const count = (was) => {
    for (const element of all("[data-count][id]")) {
      const difference = value(element) - (was.counts.get(element.id) ?? value(element));
      if (!difference) continue;
      burst(element, difference);
      const hurt = difference < 0 && !still.matches ? byId(element.dataset.shake) : null;
      if (hurt) shake(hurt);
    }
  };

  document.addEventListener("htmx:before:swap", look);
  document.addEventListener("htmx:after:swap", () => {
    const was = before;
    before = null;
    if (!was || document.hidden) return later(remember);
    requestAnimationFrame(() => {
      move(was);
      count(was);
      later(remember);
    });
  });

  // --- what is being told is lit where it took place ------------------------------------------------------------------
  document.addEventListener("zashiki:told", (event) => {
    if (still.matches) return;
    for (const id of (event.detail.dataset.places ?? "").split(" ")) {
      const rect = box(byId(id));
      if (!rect) continue;
      const ring = lay(Object.assign(document.createElement("div"), { className: "ring" }), rect);
      ring.style.borderRadius = getComputedStyle(byId(id)).borderRadius;
      play(ring, [{ opacity: 0, transform: "scale(1.06)" }, { opacity: 1, transform: "none", offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], { duration: 1000 }, true);
    }
  });

  const stop = () => {
    for (const running of document.getAnimations()) if (running.effect?.getComputedTiming().endTime < Infinity) running.finish();
  };
  for (const input of ["pointerdown", "keydown"]) document.addEventListener(input, stop, { capture: true, passive: true });
  if (document.querySelector(".table")) later(remember);
})();
