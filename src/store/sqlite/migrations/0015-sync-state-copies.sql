-- An index over all columns as a copy of each row of the sync state. SQLite compares a row with its copy whenever it
-- changes the row, and `teller doctor` compares all rows (integrity-sync-state.ts). So corrupted coverage does not
-- hide a range that was not read. No query searches by the first column, so no plan changes.
CREATE INDEX wallet_coverage_copy ON wallet_coverage (read_at_ms, to_ms, source, from_ms, wallet_no);
CREATE INDEX wallet_recheck_copy
  ON wallet_recheck (timestamp_ms, due_at_ms, source, transaction_id, wallet_no);
CREATE INDEX wallet_quarantine_copy
  ON wallet_quarantine (reason, key, source, raw, quarantined_at_ms, from_ms, to_ms, due_at_ms, wallet_no);
