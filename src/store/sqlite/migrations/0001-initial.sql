-- Tenants, wallets and the data of each wallet.
--
-- Every table with data of a wallet starts with the wallet's number, so the 31 characters of its identifier are
-- stored only in `wallet`, not in every row and every index entry. AUTOINCREMENT never assigns a number twice,
-- so a later wallet never owns rows of a removed one.
--
-- Times are Unix milliseconds. Amounts are TEXT: no amount becomes a binary float.

-- The id of the master key in use, at most one row. It detects another key before anything is sealed under it.
CREATE TABLE master_key (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  id TEXT NOT NULL
) STRICT;

CREATE TABLE organization (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE project (
  id TEXT PRIMARY KEY,
  org_id TEXT NOT NULL REFERENCES organization (id),
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX project_by_org ON project (org_id);

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  label TEXT,
  hash BLOB NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX api_key_by_project ON api_key (project_id, created_at_ms, id);

CREATE TABLE wallet (
  wallet_no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id),
  exchange TEXT NOT NULL,
  label TEXT,
  account TEXT,
  created_at_ms INTEGER NOT NULL
) STRICT;

-- The service searches a wallet by both columns, so an unknown wallet and a wallet of another project take the
-- same path through the same index, and the same time.
CREATE UNIQUE INDEX wallet_by_project ON wallet (project_id, id);

-- Separate from the wallet, so that requests never read a page with credentials.
CREATE TABLE wallet_credentials (
  wallet_no INTEGER PRIMARY KEY REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  key_id TEXT NOT NULL,
  sealed BLOB NOT NULL
) STRICT;

CREATE TABLE wallet_sync (
  wallet_no INTEGER PRIMARY KEY REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  last_sync_at_ms INTEGER,
  history_complete INTEGER NOT NULL DEFAULT 0,
  next_run_at_ms INTEGER, -- null: stopped
  failure_code TEXT,
  failure_message TEXT,
  failure_at_ms INTEGER,
  failure_count INTEGER NOT NULL DEFAULT 0,
  lease_token INTEGER NOT NULL DEFAULT 0, -- increases with every claim
  lease_until_ms INTEGER -- null: no worker has the lease
) STRICT;

CREATE INDEX wallet_sync_by_due ON wallet_sync (next_run_at_ms, wallet_no)
  WHERE next_run_at_ms IS NOT NULL;

-- The rows are stored in the order of the listing. Measured with 200,000 rows with txids of 64 characters,
-- added in order of time in batches of 10,000; `list` is the first page of a wallet with 1,000 rows:
--
--   layout                                              rows/s    bytes/row   list
--   clustered by time, unique (wallet, id)             116,000        279    18 µs
--   the same and the asset index (chosen)               96,000        343    20 µs
--   rowid table, unique (wallet, id), index by time     90,000        315    35 µs
--   rowid table, all of these                           82,000        383    33 µs
--   clustered, the wallet's identifier as text          53,000        346    10 µs, no asset index
--   that with asset, type and status indexes            26,000        621    11 µs
--
-- The index by asset is worth its 64 bytes: the 33,000 rows of one asset of 200,000 are counted in 2 ms instead
-- of 33, and none of an unknown asset in 20 µs. An index by type or status is not, because nearly all rows are
-- completed deposits and withdrawals. The few others have a partial index, which contains no completed row.
CREATE TABLE wallet_transaction (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  timestamp_ms INTEGER NOT NULL,
  id TEXT NOT NULL,
  asset TEXT NOT NULL,
  type INTEGER NOT NULL, -- see transaction-codes.ts
  status INTEGER NOT NULL, -- see transaction-codes.ts
  amount TEXT NOT NULL,
  txid TEXT,
  address TEXT,
  fee_cost TEXT,
  fee_currency TEXT,
  PRIMARY KEY (wallet_no, timestamp_ms, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX wallet_transaction_by_id ON wallet_transaction (wallet_no, id);

CREATE INDEX wallet_transaction_by_asset
  ON wallet_transaction (wallet_no, asset, timestamp_ms, id, type, status);

CREATE INDEX wallet_transaction_not_completed
  ON wallet_transaction (wallet_no, status, timestamp_ms, id, asset, type)
  WHERE status <> 2;

-- Updated with the rows (transaction-counts.ts): the total is read in 3 µs for any number of rows. Counting
-- 1,000 rows takes 25 µs.
CREATE TABLE wallet_transaction_count (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  asset TEXT NOT NULL,
  type INTEGER NOT NULL,
  status INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (wallet_no, asset, type, status)
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet_balance (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  asset TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (wallet_no, asset)
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet_network (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  asset TEXT NOT NULL,
  id TEXT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  display_name TEXT NOT NULL,
  min_withdrawal TEXT,
  max_withdrawal TEXT,
  asset_name TEXT NOT NULL,
  address_regex TEXT,
  PRIMARY KEY (wallet_no, asset, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet_coverage (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  source TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  read_at_ms INTEGER NOT NULL,
  PRIMARY KEY (wallet_no, source, from_ms),
  CHECK (from_ms < to_ms)
) STRICT, WITHOUT ROWID;

-- With a rowid: a row has up to 64 KiB, which is slow in a table without one.
CREATE TABLE wallet_quarantine (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  key TEXT NOT NULL,
  source TEXT NOT NULL,
  raw TEXT NOT NULL,
  reason TEXT NOT NULL,
  quarantined_at_ms INTEGER NOT NULL,
  PRIMARY KEY (wallet_no, key)
) STRICT;

CREATE TABLE wallet_recheck (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  transaction_id TEXT NOT NULL,
  source TEXT NOT NULL,
  timestamp_ms INTEGER NOT NULL,
  due_at_ms INTEGER NOT NULL,
  PRIMARY KEY (wallet_no, transaction_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX wallet_recheck_by_due ON wallet_recheck (wallet_no, due_at_ms);
