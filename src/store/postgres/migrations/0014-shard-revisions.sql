-- A copy of the revisions of a wallet, on the shard with its rows. On a Citus cluster the rows are committed after
-- wallet_sync, which is on the coordinator. A reader compares both (shard-revisions.ts), and a writer also locks
-- this row. Without Citus the table is empty.
CREATE TABLE wallet_revision (
  wallet_id text COLLATE "C" PRIMARY KEY,
  transactions_revision bigint NOT NULL,
  balances_revision bigint NOT NULL
);

ALTER TABLE wallet_revision ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_wallet ON wallet_revision FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
