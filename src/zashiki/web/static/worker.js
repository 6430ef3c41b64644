// The service worker: keeps rulebooks and lessons to be read offline. Tables always come from the server.
// The server writes before it: VERSION of the program, FONTS, and by game its pages and the answers of its lesson.
"use strict";
const NAME = `zashiki-${VERSION}`;
const OFFLINE = "/offline";
const READER = "/reader"; // the entry that says for which language and light pages were kept
const ANY = { ignoreSearch: true, ignoreVary: true };
const LINKED = /(?:href|src)="(\/(?:static|learn)\/[^"]+\.(?:css|js|svg))"/g;

const known = (game) => Object.hasOwn(GAMES, game);

const keepFile = async (cache, address) => {
  if (!(await cache.match(address, { ignoreVary: true }))) await cache.add(address);
};
const keepPage = async (cache, address) => {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const text = await answer.clone().text();
  await cache.put(address, answer);
  for (const [, file] of text.matchAll(LINKED)) await keepFile(cache, file);
};
// One page after the other: whoever plays meanwhile goes first. The rulebook comes last, and says that all is there.
const keepGame = async (game) => {
  const cache = await caches.open(NAME);
  for (const address of [...GAMES[game].pages].reverse()) await keepPage(cache, address);
};
const keptGames = async (cache) => {
  const found = await Promise.all(Object.keys(GAMES).map(async (game) => [game, await cache.match(GAMES[game].pages[0], ANY)]));
  return found.filter(([, kept]) => kept).map(([game]) => game);
};

const install = async () => {
  const cache = await caches.open(NAME);
  await keepPage(cache, OFFLINE);
  for (const font of FONTS) await keepFile(cache, font);
  await skipWaiting();
};
// Another program: what its predecessor kept is fetched anew, then thrown away.
const activate = async () => {
  const older = (await caches.keys()).filter((name) => name.startsWith("zashiki-") && name !== NAME);
  const games = new Set();
  for (const name of older) for (const game of await keptGames(await caches.open(name))) games.add(game);
  await Promise.all(older.map((name) => caches.delete(name)));
  for (const game of games) await keepGame(game).catch(() => {});
};
addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));

// --- what pages ask for -----------------------------------------------------------------------------------------------
const readBy = async (reader) => {
  const cache = await caches.open(NAME);
  const before = await (await cache.match(READER))?.text();
  if (before === reader) return;
  await cache.put(READER, new Response(reader));
  if (before === undefined) return;
  await keepPage(cache, OFFLINE);
  for (const game of await keptGames(cache)) await keepGame(game);
};
let work = Promise.resolve(); // one thing after the other
addEventListener("message", (event) => {
  const { reader, games } = event.data;
  const wanted = (games ?? Object.keys(GAMES)).filter(known);
  work = work.then(async () => {
    await readBy(reader);
    const kept = await keptGames(await caches.open(NAME));
    for (const game of wanted) if (!kept.includes(game)) await keepGame(game);
  });
  work = work.catch(() => {}); // the network went away: the next page asks again
  event.waitUntil(work);
});

// --- what pages get -----------------------------------------------------------------------------------------------------
const shown = async (kept, status) => {
  const text = await kept.text();
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": kept.headers.get("content-security-policy") };
  return new Response(text.replace('id="offline" hidden', 'id="offline"'), { status, headers });
};
const fromCache = async (address) => {
  const cache = await caches.open(NAME);
  const [, page, game, number] = address.pathname.match(/^\/(rules|learn)\/([^/]+)(?:\/(\d+))?$/) ?? [];
  if (known(game)) {
    if (page === "learn" && !number) return Response.redirect(`/learn/${game}/1`, 303);
    const answer = GAMES[game].answers[address.pathname];
    if (answer && address.searchParams.get("action") === answer) return Response.redirect(`/learn/${game}/${Number(number) + 1}`, 303);
    const kept = await cache.match(address.pathname, ANY);
    if (kept) return shown(kept, 200);
  }
  return shown(await cache.match(OFFLINE, ANY), 503);
};
const fileFromCache = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => fromCache(address)));
  else if (/^\/(static|learn)\//.test(address.pathname)) event.respondWith(fileFromCache(request));
});
