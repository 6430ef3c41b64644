-- What servers share while they run. None of it needs to outlive a crash of the database, so none of it is logged.
CREATE UNLOGGED TABLE servers (
    server TEXT PRIMARY KEY,
    seen TIMESTAMPTZ NOT NULL  -- one that was not seen for some seconds has ended
);

CREATE UNLOGGED TABLE open_pages (
    table_id TEXT COLLATE "C" NOT NULL,
    server TEXT NOT NULL,
    person TEXT NOT NULL,
    pages INTEGER NOT NULL,
    PRIMARY KEY (table_id, server, person)
);

CREATE INDEX open_pages_server ON open_pages (server);

CREATE UNLOGGED TABLE rate_limits (
    name TEXT PRIMARY KEY,
    due TIMESTAMPTZ NOT NULL  -- when all that was done is paid for
);
