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
  let hiss = null; // one second of noise, made once
  // Where the browser keeps nothing, the wish lasts as long as the page.
  const wish = (() => {
    try {
      return localStorage;
    } catch {
      return { value: null, getItem() { return this.value; }, setItem(_name, value) { this.value = value; } };
    }
  })();
  const asked = () => wish.getItem("sound") === "on";
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
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(stroke.loud, start + (stroke.rises ?? 0.004));
    volume.gain.exponentialRampToValueAtTime(0.0001, start + stroke.lasts);
    heard.connect(volume).connect(audio.destination);
    begins.start(start);
    begins.stop(start + stroke.lasts);
  };

  const play = async (name) => {
    if (!name || !asked() || !navigator.userActivation?.hasBeenActive) return;
    const strokes = (await known())[name] ?? [];
    audio ??= new AudioContext();
    strokes.forEach(strike);
  };
  document.addEventListener("zashiki:sound", (event) => play(event.detail));
  document.addEventListener("zashiki:told", (event) => play(event.detail.dataset.sounds));

  if (asked()) known();
  const button = document.querySelector("[data-sound]");
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(asked()));
    button.addEventListener("click", () => {
      wish.setItem("sound", asked() ? "off" : "on");
      button.setAttribute("aria-pressed", String(asked()));
      play("turn");
    });
  }
})();
