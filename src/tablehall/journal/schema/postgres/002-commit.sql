-- A batch is one call, so one journey to the server and back, and one transaction.
--
-- The node's row is held while the batch is written: whoever takes tables over waits for it,
-- and what comes later sees who owns them now.
CREATE FUNCTION remember(
    me text, era bigint,
    record_tables bigint[], record_seqs integer[], record_lines bytea[],
    first_tables bigint[], first_seqs integer[], -- the first record of each table in the batch
    noted bigint[], games text[], statuses text[], ats bigint[], seeds text[], summaries bytea[],
    seated bigint[], seated_at bigint[],
    no_longer_live bigint[],
    snapshot_tables bigint[], snapshot_seqs integer[], snapshots_taken bytea[],
    kinds text[], keys text[], facts bytea[],
    forgotten_kinds text[], forgotten_keys text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    written bigint;
    astray  bigint;
BEGIN
    PERFORM 1 FROM nodes n WHERE n.owner = me AND n.epoch = era FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'epoch % of the node is over', era USING ERRCODE = 'TH001';
    END IF;

    IF cardinality(noted) > 0 THEN
        INSERT INTO owners SELECT t.id, me, era FROM unnest(noted) AS t (id) ON CONFLICT DO NOTHING;
        INSERT INTO tables AS t
            SELECT r.id, r.game, r.status, r.at, r.seed, r.summary
            FROM unnest(noted, games, statuses, ats, seeds, summaries)
                AS r (id, game, status, at, seed, summary)
            JOIN owners o ON o.table_number = r.id AND o.owner = me AND o.epoch <= era
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, at = excluded.at,
                seed = excluded.seed, summary = excluded.summary;
        GET DIAGNOSTICS written = ROW_COUNT;
        PERFORM all_are_mine(me, era, noted, written < cardinality(noted));
        INSERT INTO players SELECT * FROM unnest(seated, seated_at) ON CONFLICT DO NOTHING;
    END IF;

    IF cardinality(record_tables) > 0 THEN
        -- A log has no gaps: the record before the first of these is there, or there is none at all.
        SELECT f.table_id INTO astray FROM unnest(first_tables, first_seqs) AS f (table_id, seq)
            WHERE (SELECT true FROM log l WHERE l.table_id = f.table_id AND l.seq = f.seq - 1) IS NULL
            AND (SELECT true FROM log l WHERE l.table_id = f.table_id LIMIT 1) LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION 'a record of table % is not the next one', astray USING ERRCODE = 'TH002';
        END IF;
        INSERT INTO log
            SELECT r.table_id, r.seq, r.line
            FROM unnest(record_tables, record_seqs, record_lines) AS r (table_id, seq, line)
            JOIN owners o ON o.table_number = r.table_id AND o.owner = me AND o.epoch <= era;
        GET DIAGNOSTICS written = ROW_COUNT;
        PERFORM all_are_mine(me, era, record_tables, written < cardinality(record_tables));
    END IF;

    IF cardinality(no_longer_live) > 0 THEN
        DELETE FROM snapshots s WHERE s.table_id = ANY (no_longer_live);
    END IF;
    IF cardinality(snapshot_tables) > 0 THEN
        INSERT INTO snapshots
            SELECT r.table_id, r.seq, r.data
            FROM unnest(snapshot_tables, snapshot_seqs, snapshots_taken) AS r (table_id, seq, data)
            JOIN owners o ON o.table_number = r.table_id AND o.owner = me AND o.epoch <= era
            JOIN tables t ON t.id = r.table_id AND t.status = 'live'
            ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, data = excluded.data;
    END IF;

    IF cardinality(kinds) > 0 THEN
        INSERT INTO kept SELECT * FROM unnest(kinds, keys, facts)
            ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value;
    END IF;
    IF cardinality(forgotten_kinds) > 0 THEN
        DELETE FROM kept k USING unnest(forgotten_kinds, forgotten_keys) AS f (kind, key)
            WHERE k.kind = f.kind AND k.key = f.key;
    END IF;
END $$;

-- Refuse the batch if something of it was left out, and say whose tables they are.
CREATE FUNCTION all_are_mine(me text, era bigint, wanted bigint[], left_out boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF left_out THEN
        RAISE EXCEPTION 'not the owner' USING ERRCODE = 'TH001', DETAIL = (
            SELECT coalesce(string_agg(DISTINCT w.id::text, ' '), '') FROM unnest(wanted) AS w (id)
            WHERE (SELECT o.owner = me AND o.epoch <= era FROM owners o WHERE o.table_number = w.id)
                IS NOT TRUE);
    END IF;
END $$;

-- A node opens the journal: from now on it writes in this epoch, and nobody of its name in an older one.
CREATE FUNCTION begin_epoch(me text) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO nodes VALUES (me, nextval('epochs'))
        ON CONFLICT (owner) DO UPDATE SET epoch = excluded.epoch RETURNING epoch;
$$;

-- Take over tables of another node: those wanted, or (NULL) all that may go on. In the second case
-- the other is taken for dead: should it still be there, nothing it writes is accepted any more.
-- Both rows are locked first, always in the same order: a batch that is being written is waited for,
-- and of two that want the same tables the second finds nothing left.
CREATE FUNCTION take_over(me text, era bigint, next_era bigint, other text, wanted bigint[])
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    taken bigint[];
BEGIN
    INSERT INTO nodes VALUES (other, 0) ON CONFLICT DO NOTHING;
    PERFORM 1 FROM nodes n WHERE n.owner IN (me, other) ORDER BY n.owner FOR UPDATE;
    UPDATE nodes n SET epoch = next_era WHERE n.owner = me AND n.epoch = era;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'epoch % of the node is over', era USING ERRCODE = 'TH001';
    END IF;
    IF wanted IS NULL THEN
        UPDATE nodes n SET epoch = nextval('epochs') WHERE n.owner = other;
        wanted := ARRAY (SELECT t.id FROM tables t WHERE t.status IN ('live', 'saved'));
    END IF;
    WITH moved AS (
        UPDATE owners o SET owner = me, epoch = next_era
        WHERE o.owner = other AND o.table_number = ANY (wanted) RETURNING o.table_number
    ) SELECT coalesce(array_agg(m.table_number ORDER BY m.table_number), '{}') INTO taken FROM moved m;
    RETURN taken;
END $$;
