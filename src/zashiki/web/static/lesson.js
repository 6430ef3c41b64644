// Where a lesson's note lies: beside what is lit, never over it. Without this it stays in the dock above the prompt.
(() => {
  "use strict";
  const note = document.getElementById("note");
  if (!note) return;
  const wide = matchMedia("(min-width: 861px)");
  const gap = 26;
  const edge = 10;
  const tail = document.body.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
  tail.setAttribute("class", "lesson-tail");
  tail.setAttribute("aria-hidden", "true");
  const stroke = tail.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));

  const table = document.getElementById("table");
  const lit = (within = "") =>
    [...table.querySelectorAll(`${within} ${table.dataset.lights}:not(.unveil)`)].map((one) => one.getBoundingClientRect()).filter((box) => box.width && box.height);
  const around = (boxes) => {
    const left = Math.min(...boxes.map((box) => box.left));
    const top = Math.min(...boxes.map((box) => box.top));
    return new DOMRect(left, top, Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top);
  };
  const overlap = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const clamp = (value, low, high) => Math.max(low, Math.min(value, high));

  // The four sides of every lit place and of all together; the best covers nothing that is lit and lies nearest.
  const place = (boxes) => {
    const { offsetWidth: width, offsetHeight: height } = note;
    const ceiling = Math.max(edge, document.querySelector(".top").getBoundingClientRect().bottom + edge);
    const floor = Math.max(ceiling, innerHeight - edge - height);
    const bar = document.getElementById("bar")?.getBoundingClientRect();
    const held = [...boxes, ...(bar ? [bar] : [])];
    const candidates = [around(boxes), ...boxes].flatMap((box) => {
      const x = box.left + box.width / 2 - width / 2;
      const y = box.top + box.height / 2 - height / 2;
      return [[box.right + gap, y], [box.left - gap - width, y], [x, box.bottom + gap], [x, box.top - gap - height]];
    });
    const scored = candidates.map(([x, y]) => {
      const box = new DOMRect(clamp(x, edge, innerWidth - edge - width), clamp(y, ceiling, floor), width, height);
      const covered = held.reduce((sum, one) => sum + overlap(box, one), 0);
      const away = Math.min(...boxes.map((one) => distance(box, one)));
      return { box, cost: covered * 1000 + Math.abs(away - gap) };
    });
    return scored.reduce((best, one) => (one.cost < best.cost ? one : best)).box;
  };
  const distance = (a, b) => {
    const [from, to] = nearest(a, b);
    return Math.hypot(from.x - to.x, from.y - to.y);
  };
  const nearest = (a, b) => {
    const along = (low, high, other, otherHigh) => {
      const from = Math.max(low, other);
      const to = Math.min(high, otherHigh);
      if (from <= to) return [(from + to) / 2, (from + to) / 2];
      return low > otherHigh ? [low, otherHigh] : [high, other];
    };
    const [x, otherX] = along(a.left, a.right, b.left, b.right);
    const [y, otherY] = along(a.top, a.bottom, b.top, b.bottom);
    return [{ x, y }, { x: otherX, y: otherY }];
  };

  // A brush stroke: broad at the note, a point at the place.
  const drawTail = (box, boxes) => {
    const target = boxes.reduce((best, one) => (distance(box, one) < distance(box, best) ? one : best));
    const [from, to] = nearest(box, target);
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length < 6) return stroke.removeAttribute("d");
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [bx, by] = [clamp(from.x, box.left + 18, box.right - 18), clamp(from.y, box.top + 18, box.bottom - 18)];
    const [mx, my] = [(from.x + to.x) / 2 - uy * 10, (from.y + to.y) / 2 + ux * 10];
    const half = 13;
    stroke.setAttribute(
      "d",
      `M${bx - uy * half} ${by + ux * half}Q${mx - uy * 5} ${my + ux * 5} ${to.x} ${to.y}Q${mx + uy * 5} ${my - ux * 5} ${bx + uy * half} ${by - ux * half}Z`,
    );
  };

  const settle = () => {
    const boxes = lit();
    stroke.removeAttribute("d");
    note.style.left = note.style.top = note.style.right = note.style.bottom = "";
    if (!wide.matches) {
      const dock = note.parentElement.offsetHeight;
      document.documentElement.style.setProperty("--dock", `${dock + 24}px`);
      return;
    }
    if (!boxes.length) return;
    const box = place(boxes);
    note.style.right = note.style.bottom = "auto";
    note.style.left = `${box.left}px`;
    note.style.top = `${box.top}px`;
    drawTail(note.getBoundingClientRect(), boxes);
  };

  // What is lit comes into sight: above the prompt and, on a phone, the dock.
  const show = () => {
    const boxes = lit(".play");
    if (!boxes.length) return;
    const all = around(boxes);
    const bar = document.getElementById("bar")?.getBoundingClientRect();
    const floor = wide.matches ? Math.min(innerHeight, bar?.top ?? innerHeight) : note.parentElement.getBoundingClientRect().top;
    if (all.top >= 0 && all.bottom <= floor) return;
    const first = all.height <= floor - 2 * edge ? all : boxes[boxes.length - 1];
    const spare = Math.max(edge, (floor - first.height) / 2);
    scrollTo({ top: scrollY + first.top - spare, behavior: "instant" });
  };

  settle();
  show();
  settle();
  note.focus({ preventScroll: true });
  addEventListener("resize", settle);
  addEventListener("scroll", settle, { passive: true });
  addEventListener("load", () => {
    settle();
    show();
    settle();
  });
})();
