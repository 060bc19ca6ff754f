-- Where each row comes from, and which files were imported.
--
-- A synced row has no origin, and null costs nothing in the row.
ALTER TABLE wallet_transaction ADD COLUMN import_no integer; -- null: synchronisation has read it
-- Of imported rows whose file gave them no identifier, what they may have in common with a row that
-- synchronisation reads (rules/equal-rows.ts); 0: `migrate` computes it after this.
ALTER TABLE wallet_transaction ADD COLUMN match_key bigint;

-- Without the wallet, whose identifier has 31 bytes: a key is rare enough by itself.
-- A statement of its own: Citus sends the nodes the whole text that such an index is part of.
DO $$
BEGIN
  EXECUTE 'CREATE INDEX wallet_transaction_to_match ON wallet_transaction (match_key)
    WHERE match_key IS NOT NULL';
END
$$;

-- Synchronisation looks for imported rows only if there are any.
ALTER TABLE wallet_sync ADD COLUMN has_imports boolean NOT NULL DEFAULT false;

CREATE TABLE wallet_import (
  wallet_id text COLLATE "C" NOT NULL,
  import_no integer NOT NULL, -- from 1
  id text COLLATE "C" NOT NULL,
  file_name text, -- null: standard input, or unknown
  sha256 text, -- null: unknown
  imported_at_ms bigint NOT NULL,
  row_count bigint NOT NULL,
  added_count bigint NOT NULL,
  known_count bigint NOT NULL,
  changed_count bigint NOT NULL,
  conflict_count bigint NOT NULL,
  undone_at_ms bigint,
  PRIMARY KEY (wallet_id, import_no)
);

-- What an import changed of a row that an earlier import had added: an undo restores it.
CREATE TABLE wallet_import_change (
  wallet_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  import_no integer NOT NULL,
  before text NOT NULL, -- the row before, as JSON
  PRIMARY KEY (wallet_id, transaction_id, import_no)
);

ALTER TABLE wallet_import ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_import_change ENABLE ROW LEVEL SECURITY;

-- The origin of rows from before this. A row was imported if its wallet was never read (no worker has
-- claimed it, or it has neither coverage nor a successful synchronisation), if its identifier is not one
-- that synchronisation makes (32 hexadecimal digits), or if it is one that an import makes (it begins
-- with the row's time, which a hash does with a probability of 2^-48). Any other row counts as synced:
-- an import can no longer change it.
--
-- Lists of wallets are variables: Citus joins no distributed table with others in a change.
DO $$
DECLARE
  covered text[] := ARRAY(SELECT DISTINCT wallet_id FROM wallet_coverage);
  unread text[] := ARRAY(
    SELECT wallet_id FROM wallet_sync
      WHERE lease_token = 0 OR (last_sync_at_ms IS NULL AND wallet_id <> ALL (covered)));
BEGIN
  UPDATE wallet_transaction SET import_no = 1,
      match_key = CASE
        WHEN length(id) = 35 AND substr(id, 4, 12) = lpad(to_hex(timestamp_ms), 12, '0') THEN 0
      END
    WHERE wallet_id = ANY (unread)
      OR id !~ '^tx_[0-9a-f]{32}$'
      OR substr(id, 4, 12) = lpad(to_hex(timestamp_ms), 12, '0');
END
$$;

-- Citus writes the result of a materialized query into a table that is not distributed yet.
INSERT INTO wallet_import
  WITH imported AS MATERIALIZED (
    SELECT wallet_id, count(*) AS count FROM wallet_transaction WHERE import_no = 1 GROUP BY wallet_id
  )
  SELECT wallet_id, 1, 'import_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 24),
      NULL, NULL, floor(extract(epoch FROM now()) * 1000)::bigint, count, count, 0, 0, 0, NULL
    FROM imported;

UPDATE wallet_sync SET has_imports = true
  WHERE wallet_id IN (SELECT wallet_id FROM wallet_import);
