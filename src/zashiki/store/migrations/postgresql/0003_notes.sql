CREATE TABLE notes (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    name TEXT COLLATE "C" NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, name)
);

CREATE INDEX notes_name ON notes (name);
