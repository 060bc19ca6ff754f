-- Revisions change with the data that is served; responses are cached by them. They are random instead of
-- counted, because a database that was restored from a backup must not use a revision again for other data. A
-- JavaScript number represents their 52 bits exactly.
ALTER TABLE wallet_sync ADD COLUMN transactions_revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE wallet_sync ADD COLUMN balances_revision INTEGER NOT NULL DEFAULT 0;
UPDATE wallet_sync SET transactions_revision = abs(random() % 4503599627370496),
  balances_revision = abs(random() % 4503599627370496);
