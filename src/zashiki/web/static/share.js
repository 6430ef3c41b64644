// The page of links says at once who has joined, and goes on to the table when everybody has.
(() => {
  "use strict";
  const AGAIN = 3000; // until the connection is tried again, in ms
  const panel = () => document.getElementById("who-came");
  if (!panel() || panel().dataset.missing === "0") return;
  const refresh = async () => {
    const answer = await fetch(`${panel().dataset.table}/share`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("who-came");
    if (!answer.ok || !fresh) return;
    const joined = [...fresh.querySelectorAll("[data-joined]")].filter((seat) => !document.getElementById(seat.id)?.dataset.joined);
    if (!joined.length && fresh.dataset.missing === panel().dataset.missing) return;
    panel().replaceWith(document.importNode(fresh, true));
    document.getElementById("came-told").textContent = joined.map((seat) => seat.dataset.joined).join(" ");
    if (fresh.dataset.missing === "0") location.assign(fresh.dataset.table);
  };
  const connect = () => {
    const address = new URL(panel().dataset.socket, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    socket.addEventListener("message", () => refresh().catch(() => {}));
    socket.addEventListener("close", () => setTimeout(connect, AGAIN));
  };
  connect();
})();
