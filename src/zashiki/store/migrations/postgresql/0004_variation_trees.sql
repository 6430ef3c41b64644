CREATE TABLE variation_trees (
    id TEXT COLLATE "C" PRIMARY KEY,
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    moment INTEGER NOT NULL,
    owner TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    touched DOUBLE PRECISION NOT NULL,
    version BIGINT NOT NULL,
    content TEXT NOT NULL
);

CREATE INDEX variation_trees_owner ON variation_trees (owner, touched);
