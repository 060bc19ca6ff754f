-- What synchronising for years needs: where unreadable rows are found again, which workers live, and
-- what is not known of networks.

ALTER TABLE wallet_balance ADD COLUMN networks_unknown INTEGER NOT NULL DEFAULT 0;

-- The window in which the row was read, and when it is read again; null for rows of balances, which
-- are read as a whole, and for rows of before, which wait for their window to be read again.
ALTER TABLE wallet_quarantine ADD COLUMN from_ms INTEGER;
ALTER TABLE wallet_quarantine ADD COLUMN to_ms INTEGER;
ALTER TABLE wallet_quarantine ADD COLUMN due_at_ms INTEGER;

CREATE INDEX wallet_quarantine_by_due ON wallet_quarantine (wallet_no, source, due_at_ms)
  WHERE due_at_ms IS NOT NULL;

-- One source's rechecks must not keep those of another from being listed.
DROP INDEX wallet_recheck_by_due;
CREATE INDEX wallet_recheck_by_due ON wallet_recheck (wallet_no, source, due_at_ms);

-- The processes that synchronise now: they share the rate budgets of the exchanges.
CREATE TABLE sync_worker (
  id TEXT PRIMARY KEY,
  seen_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
