// Rules and reasons open over the table, with the way back. Where that fails, and with a key held, the link leads to its page.
(() => {
  "use strict";
  const over = document.getElementById("over");
  if (!over) return;
  const place = over.querySelector(".over-page");
  const whole = over.querySelector("[data-whole]");
  let asked = 0;

  const opensHere = (link) => /^\/(rules\/|t\/[^/]+\/why)/.test(link.pathname) && link.origin === location.origin;
  // The page's own style sheets; before they are there nothing is at its place.
  const addStyles = (page) => Promise.all([...page.querySelectorAll('link[rel="stylesheet"]')].map((sheet) => {
    if (document.querySelector(`link[href="${CSS.escape(sheet.getAttribute("href"))}"]`)) return null;
    const own = document.importNode(sheet);
    const loaded = new Promise((done) => { own.onload = own.onerror = done; });
    document.head.append(own);
    return loaded;
  }));
  const show = async (page, address) => {
    const content = page.querySelector("main > *");
    for (const twin of content.querySelectorAll("[id]")) if (document.getElementById(twin.id) && !place.contains(document.getElementById(twin.id))) twin.removeAttribute("id");
    for (const back of content.querySelectorAll(`a[href="${CSS.escape(location.pathname + location.search)}"]`)) back.closest(".row")?.remove();
    await addStyles(page);
    place.replaceChildren(document.importNode(content, true));
    whole.href = address.href;
    if (!over.open) over.showModal();
    over.scrollTop = 0;
    seek(address.hash.slice(1));
  };
  const seek = (id) => {
    const found = id && [...place.querySelectorAll("[id]")].find((one) => one.id === decodeURIComponent(id));
    if (!found) return;
    for (const old of place.querySelectorAll(".asked-for")) old.classList.remove("asked-for");
    found.classList.add("asked-for");
    found.scrollIntoView({ block: "start" });
  };
  const load = async (address) => {
    const number = ++asked;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok || !page.querySelector("main > *")) throw new Error("nothing to show");
      if (number === asked) await show(page, address);
    } catch {
      if (number === asked) location.assign(address);
    }
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target) return;
    const inside = over.contains(link);
    if (inside && link.getAttribute("href").startsWith("#")) {
      event.preventDefault();
      return seek(link.hash.slice(1));
    }
    if (opensHere(link)) {
      event.preventDefault();
      load(new URL(link.href));
    } else if (inside) link.target = "_blank"; // the table stays where it is
  });
  over.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "get") return;
    event.preventDefault();
    load(new URL(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, location.href));
  });
  over.addEventListener("click", (event) => {
    if (event.target === over || event.target.closest("[data-close]")) over.close();
  });
  over.addEventListener("keydown", (event) => event.stopPropagation()); // its keys are not those of the table
  over.addEventListener("close", () => { asked += 1; });
})();
