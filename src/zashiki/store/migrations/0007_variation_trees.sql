CREATE TABLE variation_trees (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    moment INTEGER NOT NULL,
    owner TEXT NOT NULL,
    created REAL NOT NULL,
    touched REAL NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL
) STRICT;
CREATE INDEX variation_trees_owner ON variation_trees (owner, touched)
