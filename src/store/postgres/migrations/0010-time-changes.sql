-- Times that transactions had before they changed: a walk through a listing that began before returns
-- them at the place that they had (walk-page.ts). The newest 100,000 of each wallet are kept.
CREATE TABLE wallet_time_change (
  wallet_id text COLLATE "C" NOT NULL,
  change_no bigint NOT NULL, -- from 1, rises with every change of the wallet
  id text COLLATE "C" NOT NULL,
  timestamp_ms bigint NOT NULL, -- before the change
  PRIMARY KEY (wallet_id, change_no)
);

CREATE INDEX wallet_time_change_by_id ON wallet_time_change (wallet_id, id, change_no);

CREATE INDEX wallet_time_change_by_place ON wallet_time_change (wallet_id, timestamp_ms, id);

ALTER TABLE wallet_time_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_wallet ON wallet_time_change FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
