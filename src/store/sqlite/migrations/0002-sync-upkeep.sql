-- The windows of unreadable rows, the running workers, and assets with unknown networks.

ALTER TABLE wallet_balance ADD COLUMN networks_unknown INTEGER NOT NULL DEFAULT 0;

-- The window in which the row was read, and when it is re-read. Null for rows of balances, which are always read
-- completely, and for rows from before this migration, which stay until their window is re-read.
ALTER TABLE wallet_quarantine ADD COLUMN from_ms INTEGER;
ALTER TABLE wallet_quarantine ADD COLUMN to_ms INTEGER;
ALTER TABLE wallet_quarantine ADD COLUMN due_at_ms INTEGER;

CREATE INDEX wallet_quarantine_by_due ON wallet_quarantine (wallet_no, source, due_at_ms)
  WHERE due_at_ms IS NOT NULL;

-- With the source, so that many rechecks of one source do not slow down the list of another.
DROP INDEX wallet_recheck_by_due;
CREATE INDEX wallet_recheck_by_due ON wallet_recheck (wallet_no, source, due_at_ms);

-- The running sync processes. They share the rate limits of the exchanges.
CREATE TABLE sync_worker (
  id TEXT PRIMARY KEY,
  seen_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
