// Sound, off until asked for and never the only signal: short strokes of wood, paper, skin and breath, made on the spot.
(() => {
  "use strict";
  // Recipes of the house, then those of the game: lists of strokes by name. They are asked for once sound is wanted.
  const addresses = document.currentScript.dataset.recipes.split(" ");
  let recipes = null;
  const fetchRecipes = async () => {
    const found = await Promise.all(addresses.map(async (address) => (await fetch(address)).json()));
    return Object.assign({}, ...found);
  };
  const known = () => {
    recipes ??= fetchRecipes().catch(() => {
      recipes = null; // the network was away: the next sound asks again
      return {};
    });
    return recipes;
  };

  let audio = null;
  let master = null; // every stroke goes through it: the volume
  let hiss = null; // one second of noise, made once
  // Where the browser keeps nothing, the wish lasts as long as the page.
  const wish = (() => {
    try {
      return localStorage;
    } catch {
      const kept = new Map();
      return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
    }
  })();
  const USUAL = 70; // per cent
  const asked = () => wish.getItem("sound") === "on";
  const volume = () => {
    const kept = Number(wish.getItem("volume") ?? USUAL);
    return kept >= 0 && kept <= 100 ? kept : USUAL;
  };
  const noise = () => {
    if (hiss) return hiss;
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
    return hiss;
  };

  const source = (stroke, start) => {
    if (stroke.pitch) {
      const tone = audio.createOscillator();
      tone.frequency.setValueAtTime(stroke.pitch, start);
      tone.frequency.exponentialRampToValueAtTime(stroke.to ?? stroke.pitch, start + stroke.lasts);
      return [tone, tone];
    }
    const breath = new AudioBufferSourceNode(audio, { buffer: noise() });
    const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: stroke.band, Q: stroke.narrow });
    breath.connect(band);
    return [breath, band];
  };

  const strike = (stroke) => {
    const start = audio.currentTime + (stroke.after ?? 0);
    const [begins, heard] = source(stroke, start);
    const swell = audio.createGain();
    swell.gain.setValueAtTime(0.0001, start);
    swell.gain.exponentialRampToValueAtTime(stroke.loud, start + (stroke.rises ?? 0.004));
    swell.gain.exponentialRampToValueAtTime(0.0001, start + stroke.lasts);
    heard.connect(swell).connect(master);
    begins.start(start);
    begins.stop(start + stroke.lasts);
  };

  const open = () => {
    audio = new AudioContext();
    master = audio.createGain();
    master.connect(audio.destination);
  };
  const play = async (name) => {
    if (!name || !asked() || !navigator.userActivation?.hasBeenActive) return;
    const strokes = (await known())[name] ?? [];
    if (!audio) open();
    master.gain.value = (volume() / 100) ** 2; // so the ear hears even steps
    strokes.forEach(strike);
  };
  document.addEventListener("zashiki:sound", (event) => play(event.detail));
  document.addEventListener("zashiki:told", (event) => play(event.detail.dataset.sounds));

  // --- what the page itself is told: a line of chat from somebody else, the end of the game once its story is told ------
  const outcome = () => document.getElementById("status")?.dataset.outcome ?? "";
  const lastLine = () => document.querySelector("#chat-lines li:last-child")?.id ?? "";
  const whenTold = (then) => {
    if (!document.body.hasAttribute("data-telling")) return then();
    const watch = new MutationObserver(() => {
      if (document.body.hasAttribute("data-telling")) return;
      watch.disconnect();
      then();
    });
    watch.observe(document.body, { attributeFilter: ["data-telling"] });
  };
  let ended = outcome();
  let line = lastLine();
  document.addEventListener("zashiki:changed", (event) => {
    if (lastLine() !== line && !event.detail.mine) play("chat");
    line = lastLine();
    const now = outcome();
    if (now && !ended) whenTold(() => play(now));
    ended = now;
  });

  // --- the menu -----------------------------------------------------------------------------------------------------
  const menu = document.querySelector("[data-sound-menu]");
  if (asked()) known();
  if (!menu) return;
  const button = menu.querySelector("[data-sound]");
  const slider = menu.querySelector("[data-volume]");
  const show = () => {
    button.setAttribute("aria-pressed", String(asked()));
    slider.disabled = !asked();
    slider.value = volume();
  };
  button.addEventListener("click", () => {
    wish.setItem("sound", asked() ? "off" : "on");
    show();
    play("turn");
  });
  slider.addEventListener("change", () => {
    wish.setItem("volume", slider.value);
    play("turn");
  });
  show();
  menu.hidden = false;
})();
