-- Tenants, wallets and the data of each wallet.
--
-- Every table with data of a wallet starts with the wallet's identifier, every key contains it, and no
-- foreign key refers to another table. On Citus the identifier is the distribution column, so all rows of a
-- wallet are on one shard. Data that is searched across wallets (API keys, due wallets) is in tables that are
-- not distributed; docs/postgresql.md gives the reasons.
--
-- Times are Unix milliseconds. Amounts are text, with every digit: no amount becomes a binary float. Text is
-- sorted by its bytes. PostgreSQL cannot store the character NUL, which is therefore escaped
-- (text-encoding.ts).

-- The id of the master key in use, at most one row. It detects another key before anything is sealed under it.
CREATE TABLE master_key (
  only_row integer PRIMARY KEY CHECK (only_row = 1),
  id text COLLATE "C" NOT NULL
);

CREATE TABLE organization (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at_ms bigint NOT NULL
);

CREATE TABLE project (
  id text COLLATE "C" PRIMARY KEY,
  org_id text COLLATE "C" NOT NULL REFERENCES organization (id),
  name text NOT NULL,
  created_at_ms bigint NOT NULL
);

CREATE TABLE api_key (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES project (id),
  label text,
  hash bytea NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint,
  revoked_at_ms bigint
);

CREATE INDEX api_key_by_project ON api_key (project_id, created_at_ms, id);

-- The running sync processes. They share the rate limits of the exchanges.
CREATE TABLE sync_worker (
  id text COLLATE "C" PRIMARY KEY,
  seen_at_ms bigint NOT NULL
);

CREATE TABLE wallet (
  wallet_id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES project (id),
  exchange text COLLATE "C" NOT NULL,
  label text,
  account text,
  created_at_ms bigint NOT NULL
);

-- The service searches a wallet by both columns, so an unknown wallet and a wallet of another project take the
-- same path through the same index.
CREATE UNIQUE INDEX wallet_by_project ON wallet (project_id, wallet_id);

-- When each wallet is due, and which worker has its lease. Every writer of a wallet locks its row, so writes
-- are serialized. Leases are renewed every few seconds; the fill factor leaves free space on each page, so that a
-- renewal updates no index.
CREATE TABLE wallet_sync (
  wallet_id text COLLATE "C" PRIMARY KEY REFERENCES wallet (wallet_id),
  last_sync_at_ms bigint,
  history_complete boolean NOT NULL DEFAULT false,
  next_run_at_ms bigint, -- null: stopped
  failure_code text,
  failure_message text,
  failure_at_ms bigint,
  failure_count integer NOT NULL DEFAULT 0,
  lease_token bigint NOT NULL DEFAULT 0, -- increases with every claim
  lease_until_ms bigint, -- null: no worker has the lease
  -- Change with the data that is served. Random instead of counted, because a database that was restored from a
  -- backup must not use a number again for other data.
  transactions_revision bigint NOT NULL,
  balances_revision bigint NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX wallet_sync_by_due ON wallet_sync (next_run_at_ms, wallet_id)
  WHERE next_run_at_ms IS NOT NULL;

CREATE TABLE wallet_credentials (
  wallet_id text COLLATE "C" PRIMARY KEY,
  key_id text NOT NULL,
  sealed bytea NOT NULL
);

CREATE TABLE wallet_transaction (
  wallet_id text COLLATE "C" NOT NULL,
  timestamp_ms bigint NOT NULL,
  type smallint NOT NULL, -- see transaction-codes.ts
  status smallint NOT NULL, -- see transaction-codes.ts
  id text COLLATE "C" NOT NULL,
  asset text COLLATE "C" NOT NULL,
  amount text COLLATE "C" NOT NULL,
  txid text COLLATE "C",
  address text COLLATE "C",
  fee_cost text COLLATE "C",
  fee_currency text COLLATE "C",
  PRIMARY KEY (wallet_id, id)
);

CREATE INDEX wallet_transaction_by_time ON wallet_transaction (wallet_id, timestamp_ms, id);

CREATE INDEX wallet_transaction_by_asset
  ON wallet_transaction (wallet_id, asset, timestamp_ms, id);

-- Nearly all rows are completed. The few others have a partial index, which contains no completed row.
CREATE INDEX wallet_transaction_not_completed
  ON wallet_transaction (wallet_id, status, timestamp_ms, id) WHERE status <> 2;

-- Updated with the rows, so that a total needs a few rows instead of a scan of the wallet.
CREATE TABLE wallet_transaction_count (
  wallet_id text COLLATE "C" NOT NULL,
  asset text COLLATE "C" NOT NULL,
  type smallint NOT NULL,
  status smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (wallet_id, asset, type, status)
);

CREATE TABLE wallet_balance (
  wallet_id text COLLATE "C" NOT NULL,
  asset text COLLATE "C" NOT NULL,
  amount text COLLATE "C" NOT NULL,
  networks_unknown boolean NOT NULL,
  PRIMARY KEY (wallet_id, asset)
);

CREATE TABLE wallet_network (
  wallet_id text COLLATE "C" NOT NULL,
  asset text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  display_name text NOT NULL,
  min_withdrawal text,
  max_withdrawal text,
  asset_name text NOT NULL,
  address_regex text,
  PRIMARY KEY (wallet_id, asset, id)
);

CREATE TABLE wallet_coverage (
  wallet_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  read_at_ms bigint NOT NULL,
  PRIMARY KEY (wallet_id, source, from_ms),
  CHECK (from_ms < to_ms)
);

CREATE TABLE wallet_quarantine (
  wallet_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  raw text NOT NULL,
  reason text NOT NULL,
  quarantined_at_ms bigint NOT NULL,
  -- The window in which the row was read, and when it is re-read; null for rows of balances.
  from_ms bigint,
  to_ms bigint,
  due_at_ms bigint,
  PRIMARY KEY (wallet_id, key)
);

CREATE INDEX wallet_quarantine_by_due ON wallet_quarantine (wallet_id, source, due_at_ms)
  WHERE due_at_ms IS NOT NULL;

CREATE TABLE wallet_recheck (
  wallet_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  timestamp_ms bigint NOT NULL,
  due_at_ms bigint NOT NULL,
  PRIMARY KEY (wallet_id, transaction_id)
);

CREATE INDEX wallet_recheck_by_due ON wallet_recheck (wallet_id, source, due_at_ms);
