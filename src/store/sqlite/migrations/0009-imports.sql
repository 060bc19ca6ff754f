-- The origin of each row, and the imported files.
--
-- A synced row has no origin: null needs no space, and stored rows need not be written again. Each of 1,000,000
-- rows with an identifier takes 276 bytes (275 before).
ALTER TABLE wallet_transaction ADD COLUMN import_no INTEGER; -- null: a synced row
-- Of imported rows without an identifier in their file: a hash of the fields that a synced row of the same
-- transaction has in common with it (rules/equal-rows.ts); 0: `migrate` computes it afterwards.
ALTER TABLE wallet_transaction ADD COLUMN match_key INTEGER;

CREATE INDEX wallet_transaction_to_match ON wallet_transaction (wallet_no, match_key)
  WHERE match_key IS NOT NULL;

-- False: synchronisation does not search for imported rows.
ALTER TABLE wallet_sync ADD COLUMN has_imports INTEGER NOT NULL DEFAULT 0;

CREATE TABLE wallet_import (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  import_no INTEGER NOT NULL, -- from 1
  id TEXT NOT NULL,
  file_name TEXT, -- null: standard input, or unknown
  sha256 TEXT, -- null: unknown
  imported_at_ms INTEGER NOT NULL,
  row_count INTEGER NOT NULL,
  added_count INTEGER NOT NULL,
  known_count INTEGER NOT NULL,
  changed_count INTEGER NOT NULL,
  conflict_count INTEGER NOT NULL,
  undone_at_ms INTEGER,
  PRIMARY KEY (wallet_no, import_no)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX wallet_import_by_id ON wallet_import (id);

-- Rows of earlier imports before a later import changed them. `import undo` restores them.
CREATE TABLE wallet_import_change (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  transaction_id TEXT NOT NULL,
  import_no INTEGER NOT NULL,
  before TEXT NOT NULL, -- the row before, as JSON
  PRIMARY KEY (wallet_no, transaction_id, import_no)
) STRICT, WITHOUT ROWID;

-- The origin of rows from before this migration. A row was imported if its wallet was never read (no worker has
-- claimed it, or it has neither coverage nor a successful synchronisation), if its identifier does not have the
-- form of synchronisation (32 hexadecimal digits), or if it has the form of an import (it begins with the row's
-- time; a hash does so with a probability of 2^-48). Any other row counts as synced, so imports cannot change it.
UPDATE wallet_transaction SET import_no = 1,
    match_key = iif(length(id) = 35 AND substr(id, 4, 12) = printf('%012x', timestamp_ms), 0, NULL)
  WHERE wallet_no IN (
      SELECT wallet_no FROM wallet_sync WHERE lease_token = 0 OR (
        last_sync_at_ms IS NULL AND wallet_no NOT IN (SELECT wallet_no FROM wallet_coverage)))
    OR length(id) <> 35 OR substr(id, 4) GLOB '*[^0-9a-f]*'
    OR substr(id, 4, 12) = printf('%012x', timestamp_ms);

INSERT INTO wallet_import
  SELECT wallet_no, 1, 'import_' || lower(hex(randomblob(12))), NULL, NULL,
      CAST(unixepoch('subsec') * 1000 AS INTEGER), count(*), count(*), 0, 0, 0, NULL
    FROM wallet_transaction WHERE import_no = 1 GROUP BY wallet_no;

UPDATE wallet_sync SET has_imports = 1
  WHERE wallet_no IN (SELECT wallet_no FROM wallet_import);
