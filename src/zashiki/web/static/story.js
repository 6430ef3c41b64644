// Stories: what happened, step by step, each with the board as the reader saw it then. The server tells the steps; the page
// waits with what comes after them. Steps can be hurried, skipped, gone back, paused and switched off.
(() => {
  "use strict";
  const SHORTEST = 1300; // how long a step stays, in ms
  const LONGEST = 3200;
  const SPEEDS = [1, 2, 4];
  const LONG_LINE = 90; // letters; a longer line is written smaller
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const byId = (id) => document.getElementById(id);
  const panel = () => byId("story");
  const control = (name) => panel().querySelector(`[data-steer="${name}"]`);
  const news = window.zashiki.news;
  const kept = (() => {
    try {
      return localStorage;
    } catch {
      return null; // the browser keeps nothing: the next story has the usual speed
    }
  })();
  let speed = SPEEDS.includes(Number(kept?.getItem("story-speed"))) ? Number(kept.getItem("story-speed")) : 1;
  let now = null; // the story that is being told: its steps, the boards before and after each, where it is, how it ends
  let timer = 0;

  // --- the boards of the steps ----------------------------------------------------------------------------------------
  // The board as it stands, without where scripts have put a card: the browser lets no page bring styles of its own.
  const board = () => {
    const copy = byId("play")?.cloneNode(true);
    copy?.querySelectorAll("[style]").forEach((one) => one.removeAttribute("style"));
    return copy?.outerHTML;
  };
  const withRegions = (text, regions) => {
    const page = document.createElement("template");
    page.innerHTML = text;
    for (const [name, html] of Object.entries(regions)) {
      const old = page.content.getElementById(name);
      if (old) old.outerHTML = html;
    }
    return page.innerHTML;
  };
  const boardsOf = (steps, first) => steps.reduce((boards, step) => [...boards, withRegions(boards.at(-1), step.regions)], [first]);
  const draw = (text) => htmx.swap({ sourceElement: byId("play"), target: "#play", swap: "outerMorph", text, transition: false });

  // A page that has just come keeps its board back until it is known whether a story comes first.
  const unveil = () => byId("live")?.removeAttribute("data-untold");

  // --- one step ---------------------------------------------------------------------------------------------------------
  const stays = (step) => Math.max(SHORTEST, Math.min(LONGEST, 700 + 28 * step.text.length)) / speed;
  const label = () => {
    const { at, steps, paused } = now;
    const last = at === steps.length - 1;
    panel().toggleAttribute("data-still", still.matches);
    panel().toggleAttribute("data-paused", paused);
    panel().querySelector(".story-count").textContent = `${at + 1} / ${steps.length}`;
    control("back").setAttribute("aria-disabled", String(at === 0));
    control("next").querySelector(".more").hidden = last;
    control("next").querySelector(".done").hidden = !last;
    control("pause").setAttribute("aria-pressed", String(paused));
    control("speed").querySelector("b").textContent = `${speed}×`;
  };
  const wait = () => {
    clearTimeout(timer);
    if (now && !now.paused && !still.matches) timer = setTimeout(next, stays(now.steps[now.at]));
  };
  const go = async (at) => {
    const story = now;
    const step = story.steps[at];
    story.at = at;
    clearTimeout(timer);
    const line = panel().querySelector(".story-line");
    line.innerHTML = step.line;
    line.toggleAttribute("data-long", step.text.length > LONG_LINE);
    label();
    story.told(step);
    news.hear(step.text);
    await draw(story.boards[at + 1]);
    unveil();
    if (now !== story || story.at !== at) return;
    document.dispatchEvent(new CustomEvent("zashiki:told", { detail: { dataset: { places: step.places, sounds: step.sound } } }));
    wait();
  };
  const next = async () => {
    const story = now;
    if (!story) return;
    clearTimeout(timer);
    if (story.at + 1 === story.steps.length) await grow(story);
    if (now !== story) return;
    if (story.at + 1 < story.steps.length) go(story.at + 1);
    else end();
  };
  // Whoever asks for more while that is on its way waits for the same.
  const grow = (story) =>
    (story.growing ??= story
      .more()
      .then((steps) => add(story, steps))
      .finally(() => (story.growing = null)));
  const add = (story, steps) => {
    story.boards.push(...boardsOf(steps, story.boards.at(-1)).slice(1));
    story.steps.push(...steps);
  };
  const back = () => {
    if (!now || now.at === 0) return;
    now.paused = !still.matches;
    go(now.at - 1);
  };
  const pause = () => {
    now.paused = !now.paused;
    label();
    wait();
  };
  const hurry = () => {
    speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
    kept?.setItem("story-speed", String(speed));
    now.paused = false;
    label();
    wait();
  };
  const skip = async () => {
    await grow(now);
    if (!now) return;
    const left = now.steps.slice(now.at + 1);
    if (left.length) news.hear(left.map((step) => step.text).join(" "));
    now.told(now.steps.at(-1));
    end();
  };
  const switchOff = async () => {
    document.body.dataset.stories = "off";
    const button = document.querySelector("button[name=stories]");
    button?.setAttribute("aria-pressed", "false");
    if (button) button.value = "on";
    skip();
    await fetch("/stories", { method: "POST", body: new URLSearchParams({ stories: "off", next: "/" }), redirect: "manual" });
  };
  // The key of a choice chooses nothing while a story is told.
  const sayFirst = () => window.zashiki.note(control("skip"), panel().dataset.first, false, "story-note");
  const end = () => {
    const { over, held } = now;
    const focused = panel().contains(document.activeElement);
    clearTimeout(timer);
    now = null;
    panel().hidden = true;
    delete document.body.dataset.story;
    over();
    if (focused) (held?.isConnected && held.checkVisibility() ? held : byId("prompt"))?.focus({ preventScroll: true });
  };

  // --- a whole story ------------------------------------------------------------------------------------------------------
  const play = (steps, told, more = async () => []) =>
    new Promise((over) => {
      const held = document.activeElement;
      now = { steps, boards: boardsOf(steps, board()), at: 0, paused: false, told, more, over, held };
      document.body.dataset.story = "";
      panel().hidden = false;
      if (still.matches) control("next").focus({ preventScroll: true });
      go(0);
    });
  const stepsAt = async (address) => {
    try {
      const answer = await fetch(address);
      return answer.ok ? (await answer.json()).steps : [];
    } catch {
      return []; // without the network there is no story; what happened stands in the log
    }
  };
  const wanted = () => document.body.dataset.stories !== "off" && !document.hidden && panel();

  // --- at a table ----------------------------------------------------------------------------------------------------------
  const mine = () => (byId("live")?.dataset.mine ?? "").split(" ").filter(Boolean);
  const staged = (lines) => news.fresh(lines).filter((line) => "staged" in line.dataset && !mine().includes(line.dataset.staged));
  const linesIn = (regions) => {
    const html = Object.values(regions).find((one) => one.includes("data-staged"));
    if (!html) return [];
    return [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("#news > li")];
  };
  const stepsOf = (lines) => {
    const told = staged(lines);
    if (!told.length) return [];
    const address = new URL(byId("live").dataset.socket, location.href);
    address.pathname = address.pathname.replace(/\/ws$/, "/story");
    const { moment, place } = news.told();
    address.searchParams.set("after", moment);
    address.searchParams.set("place", place);
    address.searchParams.set("until", news.last(told));
    return stepsAt(address);
  };
  const tellNews = async (lines, upcoming = () => []) => {
    if (!wanted() || !staged(lines).length) return false;
    news.finish();
    const steps = await stepsOf(lines);
    if (!steps.length || !wanted()) return false;
    const more = async () => stepsOf(upcoming().map(linesIn).findLast((found) => staged(found).length) ?? []);
    await play(steps, (step) => news.remember(step.id), more);
    return true;
  };

  // Before regions are shown: tells what they bring. Gives what lays them over the board as it was before the story.
  const before = async (regions, upcoming) => {
    const was = board();
    if (!(await tellNews(linesIn(regions), upcoming))) return null;
    return (brought) => {
      const inside = document.createElement("template");
      inside.innerHTML = was;
      const outside = Object.entries(brought).filter(([name]) => !inside.content.getElementById(name));
      const whole = outside.some(([name, html]) => name !== "play" && html.includes('id="play"'));
      return { ...(whole ? {} : { play: withRegions(was, brought) }), ...Object.fromEntries(outside) };
    };
  };
  // One who comes back to a table is told first what was not told yet.
  const onReturn = async (show) => {
    const was = board();
    const known = news.known;
    news.known = true;
    if (!known || !was) return unveil();
    if (await tellNews([...document.querySelectorAll("#news > li")])) await show({ play: was }, false);
    unveil();
    document.dispatchEvent(new CustomEvent("zashiki:story-over"));
  };
  // --- in a replay: the story of the step to come ---------------------------------------------------------------------------
  const tellStep = async (address) => {
    const steps = wanted() ? await stepsAt(address) : [];
    if (steps.length > 1) await play(steps, () => {});
  };
  window.zashiki.story = { before, onReturn, tellStep };

  // --- its controls ----------------------------------------------------------------------------------------------------------
  const controls = { back, next, pause, speed: hurry, skip, off: switchOff };
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest?.("[data-steer]");
    if (now && pressed) controls[pressed.dataset.steer]();
  });
  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (!now || event.ctrlKey || event.metaKey || event.altKey || at?.matches("input, select, textarea")) return;
    const typed = /^[\p{L}\p{N}]$/u.test(event.key) && document.body.dataset.shortcuts !== "off";
    const wish = { Escape: skip, ArrowLeft: back, ArrowRight: next }[event.key] ?? (typed ? sayFirst : null);
    if (!wish) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wish();
  }, { capture: true });
  document.addEventListener("visibilitychange", () => {
    if (now && document.hidden) {
      now.paused = true;
      label();
      clearTimeout(timer);
    }
  });
})();
