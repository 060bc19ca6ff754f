-- The origin of each row, and the imported files.
--
-- A synced row has no origin: null needs no space.
ALTER TABLE wallet_transaction ADD COLUMN import_no integer; -- null: a synced row
-- Of imported rows without an identifier in their file: a hash of the fields that a synced row of the same
-- transaction has in common with it (rules/equal-rows.ts); 0: `migrate` computes it afterwards.
ALTER TABLE wallet_transaction ADD COLUMN match_key bigint;

-- Without the wallet, whose identifier has 31 bytes, because few rows have the same key.
-- A separate statement, because Citus sends the whole text that contains a CREATE INDEX to the nodes.
DO $$
BEGIN
  EXECUTE 'CREATE INDEX wallet_transaction_to_match ON wallet_transaction (match_key)
    WHERE match_key IS NOT NULL';
END
$$;

-- False: synchronisation does not search for imported rows.
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

-- Rows of earlier imports before a later import changed them. `import undo` restores them.
CREATE TABLE wallet_import_change (
  wallet_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  import_no integer NOT NULL,
  before text NOT NULL, -- the row before, as JSON
  PRIMARY KEY (wallet_id, transaction_id, import_no)
);

ALTER TABLE wallet_import ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_import_change ENABLE ROW LEVEL SECURITY;

-- The origin of rows from before this migration. A row was imported if its wallet was never read (no worker has
-- claimed it, or it has neither coverage nor a successful synchronisation), if its identifier does not have the
-- form of synchronisation (32 hexadecimal digits), or if it has the form of an import (it begins with the row's
-- time; a hash does so with a probability of 2^-48). Any other row counts as synced, so imports cannot change it.
--
-- Lists of wallets are variables, because Citus refuses joins of distributed tables with others in an UPDATE.
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

-- A materialized query, because Citus can insert its result into a table that is not distributed yet.
INSERT INTO wallet_import
  WITH imported AS MATERIALIZED (
    SELECT wallet_id, count(*) AS count FROM wallet_transaction WHERE import_no = 1 GROUP BY wallet_id
  )
  SELECT wallet_id, 1, 'import_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 24),
      NULL, NULL, floor(extract(epoch FROM now()) * 1000)::bigint, count, count, 0, 0, 0, NULL
    FROM imported;

UPDATE wallet_sync SET has_imports = true
  WHERE wallet_id IN (SELECT wallet_id FROM wallet_import);
