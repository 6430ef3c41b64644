ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET version = (SELECT COUNT(*) FROM entries WHERE table_id = id);
UPDATE seats SET level = 'villager' WHERE level = 'sensible';
UPDATE seats SET stand_in = 'villager' WHERE stand_in = 'sensible'
