CREATE TABLE return_matches (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    next_id TEXT NOT NULL REFERENCES tables (id)
) STRICT, WITHOUT ROWID;
