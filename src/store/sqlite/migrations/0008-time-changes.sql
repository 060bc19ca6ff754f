-- Times of transactions before they changed. A walk through a listing that began before the change returns the
-- transaction at its former place (walk-page.ts). Only the newest 100,000 changes of each wallet are stored.
CREATE TABLE wallet_time_change (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  change_no INTEGER NOT NULL, -- from 1, increases with every change of the wallet
  id TEXT NOT NULL,
  timestamp_ms INTEGER NOT NULL, -- before the change
  PRIMARY KEY (wallet_no, change_no)
) STRICT, WITHOUT ROWID;

CREATE INDEX wallet_time_change_by_id ON wallet_time_change (wallet_no, id, change_no);

CREATE INDEX wallet_time_change_by_place ON wallet_time_change (wallet_no, timestamp_ms, id);
