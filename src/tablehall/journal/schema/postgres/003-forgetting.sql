-- Games of contests: when each was over, and how large its log is. They need not be kept for ever.
CREATE TABLE contest_games (
    table_id bigint PRIMARY KEY,
    at       bigint  NOT NULL,
    bytes    integer NOT NULL
);
CREATE INDEX contest_games_by_time ON contest_games (at, table_id) INCLUDE (bytes);

CREATE FUNCTION note_contests(games bigint[], ats bigint[], sizes integer[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO contest_games SELECT * FROM unnest(games, ats, sizes) ON CONFLICT DO NOTHING;
$$;

-- A log is never changed; all of it may be forgotten, in one way only.
CREATE OR REPLACE FUNCTION keep_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('tablehall.forgetting', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the log of a hall is never changed' USING ERRCODE = 'TH003';
END $$;

-- Forget games that are over: there are no such tables any more. Of those that are not over nothing goes.
CREATE FUNCTION forget_games(games bigint[], seated bigint[], seated_at bigint[]) RETURNS void
LANGUAGE plpgsql SET tablehall.forgetting = 'on' AS $$
DECLARE
    gone bigint[];
BEGIN
    WITH deleted AS (
        DELETE FROM tables t WHERE t.id = ANY (games) AND t.status IN ('finished', 'closed') RETURNING t.id
    ) SELECT coalesce(array_agg(d.id), '{}') INTO gone FROM deleted d;
    DELETE FROM log l WHERE l.table_id = ANY (gone);
    DELETE FROM players p USING unnest(seated, seated_at) AS s (person, table_id)
        WHERE p.person = s.person AND p.table_id = s.table_id AND p.table_id = ANY (gone);
    DELETE FROM owners o WHERE o.table_number = ANY (gone);
    DELETE FROM contest_games c WHERE c.table_id = ANY (games);
END $$;
