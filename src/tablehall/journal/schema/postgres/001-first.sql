-- Every record of every table. A record is written once: nothing is ever changed or taken away,
-- and the primary key keeps anybody from writing a record a second time.
CREATE TABLE log (
    table_id bigint  NOT NULL,
    seq      integer NOT NULL,
    line     bytea   NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE FUNCTION keep_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of a hall is never changed' USING ERRCODE = 'TH003';
END $$;
CREATE TRIGGER keep_the_log BEFORE UPDATE OR DELETE OR TRUNCATE ON log
    FOR EACH STATEMENT EXECUTE FUNCTION keep_the_log();

-- What is known of a table without reading its log.
CREATE TABLE tables (
    id      bigint PRIMARY KEY,
    game    text   NOT NULL,
    status  text   NOT NULL,
    at      bigint NOT NULL,
    seed    text   NOT NULL, -- only as long as it is secret
    summary bytea  NOT NULL
);
CREATE INDEX tables_by_status ON tables (status, at, id);

-- Who sat at which table.
CREATE TABLE players (
    person   bigint NOT NULL,
    table_id bigint NOT NULL,
    PRIMARY KEY (person, table_id)
);

-- A table as it was after some record, to load it without replaying everything before.
CREATE TABLE snapshots (
    table_id bigint  PRIMARY KEY,
    seq      integer NOT NULL,
    data     bytea   NOT NULL
);

-- Facts: people, saves, numbers.
CREATE TABLE kept (
    kind  text  NOT NULL,
    key   text  NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (kind, key)
);

-- A node's epoch begins when it opens the journal or takes tables over; no number comes twice.
CREATE SEQUENCE epochs;

-- The nodes that write, and their epoch of now: whoever still writes in an older one is refused.
CREATE TABLE nodes (
    owner text   PRIMARY KEY,
    epoch bigint NOT NULL
);

-- Who owns a table, and since which epoch.
CREATE TABLE owners (
    table_number bigint PRIMARY KEY,
    owner        text   NOT NULL,
    epoch        bigint NOT NULL
);
