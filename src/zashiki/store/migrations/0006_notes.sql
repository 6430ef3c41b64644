CREATE TABLE notes (
    table_id TEXT NOT NULL REFERENCES tables (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_name ON notes (name)
