-- Every record of every table in the order in which they were written: nothing is ever inserted
-- between or changed, so a commit touches few pages however many tables it is about. `before` is
-- the id of the same table's record before this one (0: there is none).
CREATE TABLE log (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    before   INTEGER NOT NULL,
    line     BLOB    NOT NULL
);

-- What is known of a table without reading its log. `first` is the id of its first record, `head`
-- that of its last one once it is no longer live.
CREATE TABLE tables (
    id      INTEGER PRIMARY KEY,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    seed    TEXT    NOT NULL, -- only as long as it is secret
    summary BLOB    NOT NULL,
    first   INTEGER NOT NULL,
    head    INTEGER NOT NULL
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
    after    INTEGER NOT NULL, -- the id of that record
    data     BLOB    NOT NULL
);

-- Facts: people, saves, numbers.
CREATE TABLE kept (
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
