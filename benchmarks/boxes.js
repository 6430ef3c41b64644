// What lies where on the page of a table: gives a list of what is wrong, each as a sentence that names the elements.
(options) => {
  const PIECES = "[data-spot], .spot, .why, .marker, label.use, .token, .place, .ronin, .held, .army, .province.own, .samurai, .portrait, .slots li, .lane, .track, .stack, .deed";
  const TOUCHED = "button, a.button, label.button, label.pick, summary, input.pick, input.opener, .held label, select";
  const WORDS = ".caption";
  const faults = [];
  const main = document.querySelector("main");
  const bar = document.querySelector("#bar");
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const box = (element) => element.getBoundingClientRect();
  const named = (element) => element.id || `${element.closest("[id]")?.id} ${element.className?.baseVal ?? element.className}`.trim();
  const meet = (one, other) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 1 && tall > 1;
  };
  const cut = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  });
  // An element as it is seen: what scrolls and hides around it cuts it off.
  const frames = new Map();
  const frame = (element) => {
    if (!element) return window_;
    if (!frames.has(element)) {
      const { position, overflowY } = getComputedStyle(element);
      const around = position === "fixed" ? window_ : frame(element.parentElement);
      frames.set(element, overflowY === "visible" ? around : cut(around, box(element)));
    }
    return frames.get(element);
  };
  const seen = (element) => cut(box(element), getComputedStyle(element).position === "fixed" ? window_ : frame(element.parentElement));
  const visible = (element) => {
    const { width, height } = box(element);
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: false, visibilityProperty: true });
  };
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(visible);

  const ended = document.querySelector("#see-board:not(:checked)"); // the end fills the board
  if (getComputedStyle(bar).position === "fixed" && !ended) {
    const dock = box(bar);
    for (const piece of all(PIECES, document.querySelector(".play"))) {
      if (meet(seen(piece), dock)) faults.push(`under the prompt: ${named(piece)}`);
    }
    if (dock.bottom > innerHeight + 1 || dock.top < innerHeight / 2) faults.push(`the prompt is ${dock.height} high`);
    for (const part of all(".said, .heard, .choices, .prompt > .row, .tale", bar)) {
      if (seen(part).bottom > dock.bottom + 1 || box(part).top < dock.top - 1) faults.push(`cut off in the prompt: ${named(part)}`);
    }
    const said = all(".said", bar).map(box);
    for (const part of all(".heard, .choices, .prompt > .row", bar)) {
      if (said.some((one) => meet(one, box(part)))) faults.push(`over what is asked: ${named(part)}`);
    }
  }
  for (const word of all(WORDS)) {
    const place = word.closest(".spot")?.parentElement;
    for (const other of place ? all(".number, :scope > svg", place) : []) {
      if (meet(box(word), box(other))) faults.push(`a word over ${named(other)}: ${word.textContent}`);
    }
  }
  for (const [name, element] of [["page", document.documentElement], ["board", main], ["prompt", bar]]) {
    if (element.scrollWidth > element.clientWidth + 1) faults.push(`sideways: the ${name}, ${element.scrollWidth} in ${element.clientWidth}`);
  }
  if (options.phone) {
    for (const one of [...all(TOUCHED, document.querySelector(".play")), ...all(TOUCHED, bar)]) {
      const target = one.matches("input") && one.labels?.[0] && visible(one.labels[0]) ? one.labels[0] : one;
      const { width, height } = box(target);
      if (width < 39.5 || height < 39.5) faults.push(`too small: ${named(one)} "${one.textContent.trim().slice(0, 20)}" ${Math.round(width)}x${Math.round(height)}`);
    }
  }
  const choosable = all(".play .spot, .play label.use");
  const hidden = choosable.filter((one) => { const part = seen(one); return part.bottom - part.top < Math.min(24, box(one).height / 2); });
  return { faults: [...new Set(faults)], room: Math.round(box(bar).height), choosable: choosable.length, hidden: hidden.length };
}
