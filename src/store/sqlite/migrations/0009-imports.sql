-- Where each row comes from, and which files were imported.
--
-- A synced row has no origin: null costs nothing in the row, and rows that are stored already stay as
-- they are. 1,000,000 rows with an identifier of their own take 276 bytes each (275 before).
ALTER TABLE wallet_transaction ADD COLUMN import_no INTEGER; -- null: synchronisation has read it
-- Of imported rows whose file gave them no identifier, what they may have in common with a row that
-- synchronisation reads (rules/equal-rows.ts); 0: `migrate` computes it after this.
ALTER TABLE wallet_transaction ADD COLUMN match_key INTEGER;

CREATE INDEX wallet_transaction_to_match ON wallet_transaction (wallet_no, match_key)
  WHERE match_key IS NOT NULL;

-- Synchronisation looks for imported rows only if there are any.
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

-- What an import changed of a row that an earlier import had added: an undo restores it.
CREATE TABLE wallet_import_change (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  transaction_id TEXT NOT NULL,
  import_no INTEGER NOT NULL,
  before TEXT NOT NULL, -- the row before, as JSON
  PRIMARY KEY (wallet_no, transaction_id, import_no)
) STRICT, WITHOUT ROWID;

-- The origin of rows from before this. A row was imported if its wallet was never read (no worker has
-- claimed it, or it has neither coverage nor a successful synchronisation), if its identifier is not one
-- that synchronisation makes (32 hexadecimal digits), or if it is one that an import makes (it begins
-- with the row's time, which a hash does with a probability of 2^-48). Any other row counts as synced:
-- an import can no longer change it.
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
