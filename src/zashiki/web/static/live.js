// The open socket of a table: choices, undo and chat go out over it, changed regions come in. Without it the same forms are posted.
(() => {
  "use strict";
  const FIRST_DELAY = 300; // of a new try to connect, in ms; it doubles, with some chance, up to the longest
  const LONGEST_DELAY = 5000;
  const LONG_HIDDEN = 30000; // a page that was hidden so long does not trust its connection
  const NO_SUCH_SIGHT = 4404; // this seat or table can't be looked from here any more
  const CHAT = "chat-lines";
  const live = document.getElementById("live");
  if (!live) return;
  let socket = null;
  let state = live.dataset.state; // what the page shows, as the server calls it; empty once it has changed
  let version = 0;
  let tries = 0;
  let number = 0;
  let pending = null; // the command that has not been answered yet
  let showing = Promise.resolve(); // changes are shown one after the other
  const waiting = []; // the regions that have come and are not shown yet
  let early = null; // the choice that was made meanwhile
  let talk = null; // the form of a line of chat that was written meanwhile
  window.zashiki.waits = () => waiting.length > 0;

  // --- the connection ---------------------------------------------------------------------------------------------
  const lost = (yes) => {
    const notice = document.getElementById("connection");
    if (notice) notice.hidden = !yes;
    document.body.dataset.live = yes ? "off" : "on";
  };
  const connect = () => {
    const address = new URL(live.dataset.socket, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (state) address.searchParams.set("state", state);
    const opened = new WebSocket(address);
    socket = opened;
    opened.addEventListener("open", () => {
      tries = 0;
      version = 0;
      lost(false);
      if (pending) opened.send(pending.text);
    });
    opened.addEventListener("message", (event) => {
      if (opened === socket) receive(JSON.parse(event.data));
    });
    opened.addEventListener("close", (event) => {
      if (opened !== socket) return;
      if (event.code === NO_SUCH_SIGHT) return location.reload();
      lost(true);
      again();
    });
  };
  let timer = 0;
  const again = () => {
    clearTimeout(timer);
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** tries) * (0.5 + Math.random());
    tries += 1;
    timer = setTimeout(connect, delay);
  };
  // A connection may die without a word while the network is away, or the device asleep: then another one is opened.
  const reconnect = () => {
    const old = socket;
    tries = 0;
    clearTimeout(timer);
    connect();
    old.close();
  };
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > LONG_HIDDEN || socket.readyState > WebSocket.OPEN) reconnect();
  });
  addEventListener("online", reconnect);
  addEventListener("offline", () => lost(true));
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  // --- what comes in ------------------------------------------------------------------------------------------------
  const receive = (update) => {
    if (update.regions && !(update.version < version)) {
      version = update.version || version;
      state = "";
      const mine = pending !== null;
      const { [CHAT]: chat, ...regions } = update.regions;
      if (chat) show({ [CHAT]: chat }, mine); // talk goes on while a story is told
      waiting.push(regions);
      showing = showing.then(tell).then((laid) => show(laid, mine)).then(makeEarly);
    }
    if (update.answer !== undefined && update.answer === pending?.number) {
      const { form } = pending;
      pending = null;
      showing = showing.then(() => answered(form, update)).then(makeEarly);
      talk?.requestSubmit();
      talk = null;
    }
  };
  // What happened is told first, if it is staged; then what has come is laid over the board as it was before.
  // A story takes in what comes while it is told.
  const tell = async () => {
    const laid = await window.zashiki.story.before(waiting[0], () => waiting.slice(1));
    const regions = waiting.shift();
    if (laid) early = null; // it was made without knowing what was told
    return laid ? laid(regions) : regions;
  };
  const show = async (regions, mine) => {
    if (!Object.keys(regions).length) return;
    const text = Object.entries(regions)
      .filter(([name]) => document.getElementById(name))
      .map(([name, html]) => `<hx-partial hx-target="#${CSS.escape(name)}" hx-swap="outerMorph">${html}</hx-partial>`)
      .join("");
    document.dispatchEvent(new CustomEvent("zashiki:before-change"));
    await htmx.swap({ sourceElement: live, target: "#live", swap: "none", text, transition: false });
    document.dispatchEvent(new CustomEvent("zashiki:changed", { detail: { mine } }));
  };
  const answered = (form, update) => {
    document.dispatchEvent(new CustomEvent("zashiki:answered", { detail: { form, status: update.status ?? 200, notice: update.notice ?? "" } }));
  };

  // --- what goes out: a form with data-send. One that does not arrive is sent again; the server does it once. ----------
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const command = form.dataset?.send;
    if (!command) return;
    event.preventDefault();
    if (command !== "chat" && "story" in document.body.dataset) return;
    if (command === "chat" && pending && pending.form !== form.id) return void (talk = form);
    if (pending || (command === "choose" && waiting.length)) return keepEarly(form, event.submitter);
    const fields = new FormData(form, event.submitter);
    const whole = (name) => (fields.has(name) && fields.get(name) !== "" ? Number(fields.get(name)) : undefined);
    number += 1;
    const message = { number, do: command, seat: whole("seat"), action: whole("action"), made: whole("made"), turn: fields.get("turn") ?? "", text: fields.get("text") ?? "" };
    if (command === "chat") message.said = [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join("");
    pending = { number, form: form.id, choice: event.submitter?.value, text: JSON.stringify(message) };
    if (socket.readyState === WebSocket.OPEN) socket.send(pending.text);
  });

  // A choice that is made before the last one is answered, or shown, is made after it, if it can still be made then.
  const keepEarly = (form, button) => {
    if (form.dataset.send === "choose" && socket.readyState === WebSocket.OPEN && button && button.value !== pending?.choice) early = button.value;
  };
  const makeEarly = () => {
    if (!early || pending || waiting.length) return;
    const button = document.getElementById(`choose-${early}`);
    early = null;
    button?.click();
  };

  showing = showing.then(() => window.zashiki.story.onReturn(show));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) showing = showing.then(() => window.zashiki.story.onReturn(show));
  });
  connect();
})();
