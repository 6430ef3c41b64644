// Sound, off until asked for and never the only signal: short strokes of wood, paper, skin and breath, made on the spot.
(() => {
  "use strict";
  // Each stroke: when it begins, how long it lasts, how loud; a pitch that may slide, or noise through a band.
  const SOUNDS = {
    place: [{ pitch: 940, to: 620, lasts: 0.07, loud: 0.3 }, { band: 1900, narrow: 6, lasts: 0.03, loud: 0.35 }],
    card: [{ band: 3600, narrow: 0.7, lasts: 0.13, loud: 0.16, rises: 0.04 }, { band: 5200, narrow: 1, after: 0.1, lasts: 0.07, loud: 0.1 }],
    wound: [{ pitch: 118, to: 48, lasts: 0.36, loud: 0.55 }, { band: 210, narrow: 1, lasts: 0.07, loud: 0.5 }],
    barricade: [{ band: 1500, narrow: 3, lasts: 0.05, loud: 0.7 }, { band: 900, narrow: 4, after: 0.06, lasts: 0.09, loud: 0.55 }],
    reveal: [{ band: 760, narrow: 9, lasts: 0.39, loud: 0.55, rises: 0.14 }, { pitch: 587, to: 594, lasts: 0.39, loud: 0.07, rises: 0.16 }],
    turn: [
      { pitch: 1174, lasts: 0.36, loud: 0.12 }, { pitch: 3240, lasts: 0.14, loud: 0.03 },
      { pitch: 1568, after: 0.16, lasts: 0.23, loud: 0.11 }, { pitch: 4327, after: 0.16, lasts: 0.12, loud: 0.025 },
    ],
    refused: [{ pitch: 210, to: 170, lasts: 0.08, loud: 0.25 }, { band: 420, narrow: 2, lasts: 0.04, loud: 0.25 }],
    victory: [0, 0.11, 0.19, 0.25, 0.29, 0.32].flatMap((after, blow) => [
      { pitch: 124, to: 56, after, lasts: 0.39 - after, loud: 0.22 + 0.06 * blow },
      { band: 240, narrow: 1, after, lasts: 0.05, loud: 0.2 },
    ]),
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

  const play = (name) => {
    if (!asked() || !SOUNDS[name] || !navigator.userActivation?.hasBeenActive) return;
    audio ??= new AudioContext();
    SOUNDS[name].forEach(strike);
  };
  document.addEventListener("zashiki:sound", (event) => play(event.detail));
  document.addEventListener("zashiki:told", (event) => play(event.detail.dataset.sounds));

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
