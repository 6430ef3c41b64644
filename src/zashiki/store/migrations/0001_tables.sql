CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    header TEXT NOT NULL,
    creator TEXT NOT NULL,
    invitation TEXT NOT NULL UNIQUE,
    created REAL NOT NULL,
    touched REAL NOT NULL,
    absent_after INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    chat INTEGER NOT NULL,
    guided INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;

CREATE INDEX tables_listed ON tables (listed, ended, touched);

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    secret TEXT NOT NULL,
    level TEXT NOT NULL,
    stand_in TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_owner ON seats (owner) WHERE owner != '';
CREATE UNIQUE INDEX seats_secret ON seats (secret) WHERE secret != '';

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    choice TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
    number INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;

CREATE INDEX chat_table ON chat (table_id, number);
