-- A copy of the revisions of a wallet, on the shard with its rows. A Citus cluster commits wallet_sync on the
-- coordinator before the rows on the shard. A reader compares this copy with wallet_sync, and a writer also locks
-- this row (shard-revisions.ts). Without Citus the table is empty.
CREATE TABLE wallet_revision (
  wallet_id text COLLATE "C" PRIMARY KEY,
  transactions_revision bigint NOT NULL,
  balances_revision bigint NOT NULL
);

ALTER TABLE wallet_revision ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_wallet ON wallet_revision FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
