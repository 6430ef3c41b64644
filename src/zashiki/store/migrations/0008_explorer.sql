CREATE TABLE explore_queue (
    table_id TEXT PRIMARY KEY REFERENCES tables (id)
) STRICT, WITHOUT ROWID;
INSERT INTO explore_queue SELECT id FROM tables WHERE ended = 1;

CREATE TABLE explored_games (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL UNIQUE REFERENCES tables (id),
    version INTEGER NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    options TEXT NOT NULL,
    listed INTEGER NOT NULL,
    ended REAL NOT NULL,
    winners INTEGER NOT NULL
) STRICT;
CREATE INDEX explored_games_found ON explored_games (game, id, listed, ended, seats, winners, options);

CREATE TABLE explored_seats (
    game INTEGER NOT NULL REFERENCES explored_games (id),
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    level TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX explored_seats_player ON explored_seats (player, game) WHERE player != '';
CREATE INDEX explored_seats_level ON explored_seats (level, game) WHERE level != '';

CREATE TABLE explored_moments (
    game INTEGER NOT NULL REFERENCES explored_games (id),
    number INTEGER NOT NULL,
    start INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    round INTEGER NOT NULL,
    position INTEGER NOT NULL,
    choice INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX explored_moments_position ON explored_moments (position, game, number, seat, choice, won, start);

CREATE TABLE explored_parts (
    game INTEGER NOT NULL REFERENCES explored_games (id),
    number INTEGER NOT NULL,
    part INTEGER NOT NULL,
    whole INTEGER NOT NULL,
    start INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    round INTEGER NOT NULL,
    choice INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (game, number, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX explored_parts_found ON explored_parts (part, round, game, number, seat, choice, won, start);
CREATE INDEX explored_parts_whole ON explored_parts (whole, round, seat, part, won, game, number);

CREATE TABLE explored_choices (
    choice INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT
