// boardgame.io with a game of about the size of Shinobi, and a store in SQLite that waits for the disk, as ours does.
"use strict";
const path = require("node:path");
const Database = require("better-sqlite3");
const { INVALID_MOVE } = require("boardgame.io/core");
const { Sync } = require("boardgame.io/internal");
const { Server } = require("boardgame.io/server");

const CLANS = ["crane", "dragon", "lion", "phoenix", "scorpion"];
const HAND = 4;
const DECK = 110;

const clans = {
  name: "clans",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(Array.from({ length: DECK }, (_, n) => ({ id: n, clan: CLANS[n % CLANS.length], strength: 1 + (n % 3) })));
    const players = Array.from({ length: ctx.numPlayers }, (_, seat) => ({ clan: CLANS[seat], hand: deck.splice(0, HAND) }));
    const provinces = players.map(() => Object.fromEntries(CLANS.map((clan) => [clan, { soldiers: 0, ninja: 0 }])));
    return { deck, players, provinces, discard: 0 };
  },
  turn: { minMoves: 2, maxMoves: 2 },
  moves: {
    // `client: false`: the hands of others are not known where the move would be played in advance
    play: {
      client: false,
      move: ({ G, playerID }, place, province) => {
        const hand = G.players[playerID].hand;
        if (!(place in hand) || !(province in G.provinces)) return INVALID_MOVE;
        const [card] = hand.splice(place, 1);
        G.provinces[province][card.clan].soldiers += card.strength;
        G.discard += 1;
        if (G.deck.length) hand.push(G.deck.pop());
      },
    },
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    players: G.players.map((player, seat) => (String(seat) === playerID ? player : { hand: player.hand.length })),
  }),
  endIf: ({ G }) => (G.deck.length ? undefined : { winner: "0" }),
};

class SQLiteStore extends Sync {
  constructor(file) {
    super();
    this.states = new Map(); // what was written is not read again
    this.metadata = new Map();
    this.database = new Database(file);
    this.database.pragma("journal_mode = WAL");
    this.database.pragma("synchronous = FULL");
    this.database.exec("CREATE TABLE kept (id TEXT, kind TEXT, text TEXT, PRIMARY KEY (id, kind)) WITHOUT ROWID");
    this.database.exec("CREATE TABLE log (id TEXT, text TEXT)");
    this.keep = this.database.prepare("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)");
    this.append = this.database.prepare("INSERT INTO log VALUES (?, ?)");
    this.keepState = this.database.transaction((id, state, deltalog) => {
      this.keep.run(id, "state", JSON.stringify(state));
      for (const entry of deltalog ?? []) this.append.run(id, JSON.stringify(entry));
    });
  }
  connect() {}
  createMatch(id, { initialState, metadata }) {
    this.keep.run(id, "initial", JSON.stringify(initialState));
    this.setState(id, initialState);
    this.setMetadata(id, metadata);
  }
  setState(id, state, deltalog) {
    this.states.set(id, state);
    this.keepState(id, state, deltalog);
  }
  setMetadata(id, metadata) {
    this.metadata.set(id, metadata);
    this.keep.run(id, "metadata", JSON.stringify(metadata));
  }
  fetch(id, { state, metadata, log, initialState }) {
    return {
      ...(state && { state: this.states.get(id) }),
      ...(metadata && { metadata: this.metadata.get(id) }),
      ...(log && { log: [] }),
      ...(initialState && { initialState: this.states.get(id) }),
    };
  }
  wipe(id) {
    this.states.delete(id);
    this.metadata.delete(id);
  }
  listMatches() {
    return [...this.metadata.keys()];
  }
}

console.info = () => {};
const log = console.log;
console.log = () => {};
const server = Server({ games: [clans], db: new SQLiteStore(path.join(process.argv[2], "peer.db")), origins: ["*"] });
server.run({ port: 0 }).then(({ appServer }) => log(`http://127.0.0.1:${appServer.address().port}/ `));
