ALTER TABLE chat ADD COLUMN said TEXT NOT NULL DEFAULT '';

CREATE UNIQUE INDEX chat_said ON chat (table_id, said) WHERE said != '';
