-- The log of every table: one line a record, each carrying the hash of the one before.
CREATE TABLE records (
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    line     BLOB    NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- What is known of a table without reading its log.
CREATE TABLE tables (
    id      INTEGER PRIMARY KEY,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    seed    TEXT    NOT NULL, -- only as long as it is secret
    summary BLOB    NOT NULL
);
CREATE INDEX tables_by_status ON tables (status, at);

-- Who sat at which table.
CREATE TABLE players (
    person   INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    PRIMARY KEY (person, table_id)
) WITHOUT ROWID;

-- A table as it was after some record, to load it without replaying everything before.
CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY,
    seq      INTEGER NOT NULL,
    data     BLOB    NOT NULL
);

-- Facts: people, saves, numbers.
CREATE TABLE kept (
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
