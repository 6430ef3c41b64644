// What pages do beyond links and forms: keys, notes, focus, and a connection that heals. Every page works without it.
(() => {
  "use strict";
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const live = () => one("#live");

  // --- choices: on the board, by key, by button ---------------------------------------------------------------
  const press = (action) => {
    const button = one(`#choice button[name="action"][value="${CSS.escape(action)}"]`);
    if (button) button.click();
  };

  document.addEventListener("click", (event) => {
    const place = event.target.closest?.("[data-action]");
    if (place && place.tagName !== "BUTTON") press(place.dataset.action);
    const disabled = event.target.closest?.('button[aria-disabled="true"]');
    if (disabled) {
      event.preventDefault();
      note(disabled, disabled.title);
    }
    const reason = event.target.closest?.("[data-why]");
    if (reason && live()) {
      event.preventDefault();
      askWhy(reason);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const at = document.activeElement;
    if (at && at.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    if (event.key === "Escape") {
      closeMenus(null);
      const held = picked();
      if (held) held.checked = false;
      typed = "";
      askNoMore();
      return clearNote();
    }
    if ((event.key === "Enter" || event.key === " ") && at && at.matches("[data-action]:not(button), [data-why]:not(button)")) {
      event.preventDefault();
      if (at.dataset.action) press(at.dataset.action);
      else askWhy(at);
      return;
    }
    if (one("[data-step]")) return stepByKey(event);
    if (document.body.dataset.shortcuts === "off") return;
    if (event.key.length === 1 && type(event.key.toLowerCase())) event.preventDefault();
  });

  // Where no piece is picked at first, a second click on a picked piece, or Escape, lets go of it.
  const picked = () => (one(".play input.pick[checked]") ? null : one(".play input.pick:checked"));
  document.addEventListener("click", (event) => {
    const held = picked();
    if (!held || event.target.closest?.("label.pick")?.control !== held) return;
    event.preventDefault();
    held.checked = false;
  });

  // A choice is typed as its piece and where that goes: "h3". Where only one choice ends with a key, that key is enough.
  const LONGEST_PAUSE = 3000; // between two keys of one choice, in ms
  let typed = "";
  let typedAt = 0;
  const type = (key) => {
    const buttons = all("#table [data-key]");
    const fits = (keys) => buttons.filter((button) => button.dataset.key.startsWith(keys));
    const now = performance.now();
    typed = typed && now - typedAt < LONGEST_PAUSE && fits(typed + key).length ? typed + key : key;
    typedAt = now;
    const begun = fits(typed);
    const ended = begun.length ? [] : buttons.filter((button) => button.dataset.key.endsWith(key));
    const whole = begun.find((button) => button.dataset.key === typed) ?? (ended.length === 1 ? ended[0] : null);
    if (!begun.length || whole) typed = "";
    whole?.click();
    return Boolean(whole || typed);
  };

  // --- why not? ------------------------------------------------------------------------------------------------
  let asked = 0;
  let byHover = false; // the last question came of hovering
  let holds = null; // whether what the note says still does
  const clearNote = () => {
    holds = null;
    all(".why-float").forEach((old) => old.remove());
  };
  const note = (beside, content, hovered = false, kind = "", whether = null) => {
    clearNote();
    if (!content) return;
    holds = whether;
    const box = document.createElement("div");
    box.className = "why-float";
    box.toggleAttribute("data-hovered", hovered);
    if (typeof content === "string") box.append(Object.assign(document.createElement("p"), { className: `why-note ${kind}`, role: "alert", textContent: content }));
    else box.append(...content);
    document.body.append(box);
    const [left, top] = free(beside.getBoundingClientRect(), box.offsetWidth, box.offsetHeight);
    box.style.left = `${left + scrollX}px`;
    box.style.top = `${top + scrollY}px`;
  };
  // Where a note covers nothing that can be chosen: beside its place, else over what is asked, else where it covers least.
  const free = (place, width, height) => {
    const bar = one("#bar")?.getBoundingClientRect();
    const floor = bar && bar.top > innerHeight / 2 ? bar.top : innerHeight;
    const within = (least, value, most) => Math.max(least, Math.min(value, most));
    const middle = within(8, place.left + place.width / 2 - width / 2, innerWidth - width - 8);
    const beside = within(8, place.top, floor - height - 8);
    const tried = [
      [middle, place.bottom + 8], [middle, place.top - height - 8], [place.right + 8, beside], [place.left - width - 8, beside],
      ...[8, innerWidth - width - 8].flatMap((left) => [[left, place.bottom + 8], [left, place.top - height - 8]]),
    ].filter(([left, top]) => left >= 0 && left + width <= innerWidth && top >= 0 && top + height <= floor);
    const said = one(".bar .said")?.getBoundingClientRect();
    if (said) tried.push([within(8, said.left, innerWidth - width - 8), within(8, said.bottom - height, innerHeight - height - 8)]);
    const legal = all(".play .spot, .play label.use, .play .held label, .bar button, .bar label.button")
      .filter((choice) => choice.checkVisibility())
      .map((choice) => choice.getBoundingClientRect());
    const covered = ([left, top]) => legal.reduce((sum, { left: l, right: r, top: t, bottom: b }) =>
      sum + Math.max(0, Math.min(left + width, r) - Math.max(left, l)) * Math.max(0, Math.min(top + height, b) - Math.max(top, t)), 0);
    return tried.reduce((best, one) => (covered(one) < covered(best) ? one : best), tried[0] ?? [middle, 8]);
  };
  Object.assign((window.zashiki ??= {}), { note, free });
  const ask = (what) => {
    const address = new URL(live().dataset.socket, location.href);
    address.pathname = address.pathname.replace(/\/ws$/, what);
    return fetch(address, { headers: { "HX-Request": "true" } });
  };
  const askWhy = async (place, hovered = false) => {
    if (!live()) return;
    const number = ++asked;
    byHover = hovered;
    try {
      const answer = await ask(`/why/${encodeURIComponent(place.dataset.why)}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (number !== asked || !answer.ok) return;
      const { why } = place.dataset;
      note(place, [...page.body.childNodes], hovered, "", () => place.isConnected && place.dataset.why === why);
    } catch {
      clearNote();
    }
  };
  // After a choice the pointer rests where it was made: until it leaves that place nothing is refused there.
  let resting = null;
  document.addEventListener("click", (event) => {
    const place = event.detail ? event.target.closest?.("[data-action], .marker") : null; // a key has no pointer
    if (place) resting = place.getBoundingClientRect();
  }, { capture: true });
  const rests = ({ clientX, clientY }) => {
    if (resting && (clientX < resting.left || clientX > resting.right || clientY < resting.top || clientY > resting.bottom)) resting = null;
    document.body.toggleAttribute("data-rests", resting !== null);
    return resting !== null;
  };
  document.addEventListener("pointermove", rests, { passive: true });
  let hovering = 0;
  let leaving = 0;
  const askNoMore = () => {
    clearTimeout(hovering);
    asked += 1; // an answer that is on its way comes too late
  };
  const forget = () => {
    if (byHover) asked += 1;
    all(".why-float[data-hovered]").forEach((old) => old.remove());
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    if (rests(event)) return;
    const place = event.target.closest?.("[data-why]");
    clearTimeout(hovering);
    clearTimeout(leaving);
    if (place) hovering = setTimeout(() => askWhy(place, true), 350);
    else if (!event.target.closest?.(".why-float")) leaving = setTimeout(forget, 250); // time to reach the note
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.("[data-why]") && event.target.matches(":focus-visible")) askWhy(event.target);
  });

  // --- after every change ---------------------------------------------------------------------------------------
  const status = () => one("#status");
  let turn = status()?.dataset.turn;
  document.addEventListener("zashiki:before-change", () => document.body.toggleAttribute("data-rests", resting !== null));
  document.addEventListener("zashiki:changed", (event) => {
    if (event.detail.mine || !holds?.()) clearNote(); // else someone else did something that does not concern it
    refocus();
    hint();
    showTurn();
    const now = status().dataset.turn;
    if (now === "yes" && turn !== "yes") announceTurn(status().dataset.title);
    turn = now;
    if (event.detail.mine && (document.activeElement === document.body || !document.activeElement)) one("#prompt")?.focus({ preventScroll: true });
  });
  // A line of chat that was not taken stays in its field, with the reason beside it.
  document.addEventListener("zashiki:answered", (event) => {
    const { form, status: answer, notice } = event.detail;
    if (answer >= 400 && form !== "chat-form") sound("refused");
    if (form !== "chat-form") return;
    if (answer < 400) one("#chat-form")?.reset();
    else note(one("#chat-form"), notice);
  });

  // The focus stays with its choice, else with its place: a page drawn anew may bring other buttons there.
  let focus = null;
  document.addEventListener("zashiki:before-change", () => {
    const at = document.activeElement?.closest?.("#table [name=action]");
    focus = at && { action: at.value, form: at.getAttribute("form"), place: at.closest("[id]:not(button)")?.id };
  });
  const refocus = () => {
    if (!focus) return;
    const place = focus.place && document.getElementById(focus.place);
    const same = `[name=action][value="${CSS.escape(focus.action)}"]${focus.form ? `[form=${focus.form}]` : ""}`;
    const next = (place && (one(same, place) ?? one("[name=action]", place))) ?? one(`#table ${same}`);
    if (next && next !== document.activeElement) next.focus({ preventScroll: true });
    focus = null;
  };

  // Who plays by keys sees them on the board as well.
  const hint = () => {
    if (!("keys" in document.body.dataset)) return;
    for (const place of all(".play [data-action]")) {
      const key = one(`#choose-${CSS.escape(place.dataset.action)}`)?.dataset.key;
      if (key) place.dataset.hint = key.toUpperCase();
    }
  };
  document.addEventListener("keydown", (event) => {
    if (!/^([0-9]|Tab)$/.test(event.key) || "keys" in document.body.dataset) return;
    if (document.body.dataset.shortcuts === "off") return;
    document.body.dataset.keys = "";
    hint();
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse") delete document.body.dataset.keys;
  });

  // --- turn notice ------------------------------------------------------------------------------------------------
  const notifyButton = one("[data-notify]");
  const sound = (name) => document.dispatchEvent(new CustomEvent("zashiki:sound", { detail: name }));
  const showTurn = () => {
    const table = status();
    document.title = table.dataset.title;
    const icon = one('link[rel="icon"]');
    const own = icon.getAttribute("href").replace(/[^/]+$/, table.dataset.turn === "yes" ? "brand-turn.svg" : "brand.svg");
    if (icon.getAttribute("href") !== own) icon.setAttribute("href", own);
  };
  const announceTurn = (title) => {
    sound("turn");
    if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
    try {
      new Notification(title, { tag: "turn" });
    } catch {
      notifyButton?.remove(); // a phone's browser allows it and then does not do it
    }
  };
  if (live()) showTurn();
  if (notifyButton && "Notification" in window && Notification.permission === "default") {
    notifyButton.hidden = false;
    notifyButton.addEventListener("click", async () => {
      await Notification.requestPermission();
      notifyButton.hidden = true;
    });
  }

  // --- menus close when something else is turned to -------------------------------------------------------------------
  // So do the lists that open above the prompt: of what has just happened, of all choices.
  const LISTS = { "#all-news": ".news, .news-count", "#all-choices": "#choice" };
  const closeMenus = (except, type = "") => {
    all("details.menu[open]").forEach((menu) => { if (!menu.contains(except)) menu.open = false; });
    for (const [list, own] of Object.entries(LISTS)) {
      const shown = one(`#live ${list}:checked`);
      const around = type === "focusin" && except.contains(shown); // whoever presses its label turns to what lies around that
      if (shown && !around && !except?.closest?.(own)) shown.checked = false;
    }
  };
  for (const turned of ["pointerdown", "focusin"]) document.addEventListener(turned, (event) => closeMenus(event.target, event.type));

  // --- the switches of every page: they come back to the moment, and the place in the text, that is looked at now ------
  document.addEventListener("submit", (event) => {
    const next = one('input[name="next"]', event.target);
    if (!next) return;
    if (one("#replay")) next.value = location.pathname + location.search;
    next.value = next.value.replace(/#.*$/, "") + location.hash;
  });

  // --- replay: arrows, wheel, slider ---------------------------------------------------------------------------------
  const step = (rel) => one(`[data-step] a[rel="${rel}"]`)?.click();
  const stepByKey = (event) => {
    const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (event.key.toLowerCase() === "t" && document.body.dataset.shortcuts !== "off") one("[data-step] #try")?.click();
    if (!rel) return;
    event.preventDefault();
    step(rel);
  };
  let wheeled = 0;
  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("[data-step] .replay-steps, [data-step] .replay-scrub")) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < 120) return;
    wheeled = event.timeStamp;
    step(event.deltaY > 0 ? "next" : "prev");
  }, { passive: false });
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("[data-scrub]");
    if (form && event.target.type === "range") form.requestSubmit();
    if (event.target.closest?.(".replay-eyes")) event.target.form.requestSubmit();
  });

  // --- links to copy, files to drop ------------------------------------------------------------------------------------
  const copy = async (field) => {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      field.select(); // by an address without a certificate the older way is the only one
      return document.execCommand("copy");
    }
  };
  for (const button of all("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      if (await copy(document.getElementById(button.dataset.copy))) button.textContent = button.dataset.copied;
    });
  }
  const drop = one("[data-drop]");
  if (drop) {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      one('input[type="file"]', drop).files = event.dataTransfer.files;
      drop.requestSubmit();
    });
  }
})();
