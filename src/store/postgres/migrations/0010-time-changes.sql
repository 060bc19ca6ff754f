-- Times of transactions before they changed. A walk through a listing that began before the change returns the
-- transaction at its former place (walk-page.ts). Only the newest 100,000 changes of each wallet are stored.
CREATE TABLE wallet_time_change (
  wallet_id text COLLATE "C" NOT NULL,
  change_no bigint NOT NULL, -- from 1, increases with every change of the wallet
  id text COLLATE "C" NOT NULL,
  timestamp_ms bigint NOT NULL, -- before the change
  PRIMARY KEY (wallet_id, change_no)
);

CREATE INDEX wallet_time_change_by_id ON wallet_time_change (wallet_id, id, change_no);

CREATE INDEX wallet_time_change_by_place ON wallet_time_change (wallet_id, timestamp_ms, id);

ALTER TABLE wallet_time_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_wallet ON wallet_time_change FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
