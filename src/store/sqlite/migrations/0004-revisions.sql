-- What is told of a wallet has a revision, which changes with it: answers are kept, and asked for
-- again, by it. A random number, not a count: a database that was put back from a copy must never
-- give a revision again that stood for something else. 52 bits, which a JavaScript number holds.
ALTER TABLE wallet_sync ADD COLUMN transactions_revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE wallet_sync ADD COLUMN balances_revision INTEGER NOT NULL DEFAULT 0;
UPDATE wallet_sync SET transactions_revision = abs(random() % 4503599627370496),
  balances_revision = abs(random() % 4503599627370496);
