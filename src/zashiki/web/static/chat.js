// Lines of chat that have not been seen: a badge beside the names of the others, and their number in the title.
(() => {
  "use strict";
  const badge = document.getElementById("unread");
  const box = document.getElementById("chat-lines");
  if (!badge || !box) return;
  const memory = `chat ${location.pathname}`;
  const kept = (() => {
    try {
      return sessionStorage;
    } catch {
      return null; // the browser keeps nothing: after a reload all lines are new
    }
  })();
  const number = (line) => Number(line.id.replace("chat-", ""));
  const lines = () => [...document.querySelectorAll("#chat-lines li")];
  const last = () => lines().reduce((most, line) => Math.max(most, number(line)), 0);
  let seen = Number(kept?.getItem(memory) ?? last());
  let inSight = false;
  const plurals = new Intl.PluralRules(document.documentElement.lang);
  const words = (count) => {
    const form = { one: badge.dataset.one, few: badge.dataset.few }[plurals.select(count)] ?? badge.dataset.many;
    return form.replace("{n}", String(count));
  };
  let unread = 0;
  const title = () => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    const wanted = unread ? `(${unread}) ${plain}` : plain;
    if (document.title !== wanted) document.title = wanted;
  };
  const show = () => {
    if (inSight && !document.hidden) {
      seen = last();
      kept?.setItem(memory, String(seen));
    }
    unread = lines().filter((line) => number(line) > seen).length;
    badge.hidden = !unread;
    const [figure, told] = badge.children;
    figure.textContent = String(unread);
    told.textContent = words(unread);
    title();
  };
  new IntersectionObserver((entries) => {
    inSight = entries.at(-1).isIntersecting;
    show();
  }, { threshold: 0.4 }).observe(document.querySelector(".chat"));
  new MutationObserver(title).observe(document.querySelector("title"), { childList: true });
  document.addEventListener("visibilitychange", show);
  document.addEventListener("zashiki:changed", (event) => {
    const added = lines().some((line) => number(line) > seen);
    if (added && event.detail.mine && document.activeElement?.id === "chat-text") seen = last();
    if (added) document.getElementById("chat-lines").scrollTop = 1e6;
    show();
  });
  document.querySelector("[data-to-chat]")?.addEventListener("click", (event) => {
    event.preventDefault();
    event.target.closest("details").open = false;
    document.querySelector(".chat").scrollIntoView({ block: "center" });
    document.getElementById("chat-text")?.focus({ preventScroll: true });
  });
  show();
})();
