ALTER TABLE tables ADD COLUMN awaited INTEGER NOT NULL DEFAULT -1;
UPDATE tables SET awaited = 0 WHERE ended = 1;
CREATE INDEX tables_running ON tables (touched) WHERE ended = 0;
ALTER TABLE seats RENAME COLUMN secret TO link_hash;
UPDATE seats SET link_hash = sha256(link_hash) WHERE link_hash != ''
