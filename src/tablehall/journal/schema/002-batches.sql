-- The log is a list of batches: a commit appends one, all of it in one row. Everything else here is an
-- index over them, filled behind the path of a move; batches after the mark `indexed` are read instead.
-- A batch of contest games has the time of the latest one in `contest_at`: it may be forgotten some day.
CREATE TABLE batches (
    id         INTEGER PRIMARY KEY,
    contest_at INTEGER,
    body       BLOB NOT NULL
);
CREATE INDEX batches_of_contests ON batches (contest_at) WHERE contest_at IS NOT NULL;

CREATE TABLE marks (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO marks VALUES ('indexed', 0);

ALTER TABLE tables RENAME TO old_tables;
DROP INDEX tables_by_status;

-- What is known of a table without reading the log. Their numbers are spread at random: were they the
-- key of this table, every new row would be on another page.
CREATE TABLE tables (
    place   INTEGER PRIMARY KEY,
    id      INTEGER NOT NULL UNIQUE,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    seed    TEXT    NOT NULL, -- only as long as it is secret
    summary BLOB    NOT NULL,
    seq     INTEGER NOT NULL, -- of its last record
    batches BLOB    NOT NULL  -- those with records of it: each as its distance to the one before
);
CREATE INDEX tables_by_status ON tables (status, at);

-- A table as it was after some record, to load it without replaying everything before.
ALTER TABLE snapshots RENAME TO old_snapshots;
CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY,
    seq      INTEGER NOT NULL,
    batch    INTEGER NOT NULL, -- where that record is
    data     BLOB    NOT NULL
);
