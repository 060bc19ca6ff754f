-- Tenants, wallets and the data of each wallet. Both engines have the same tables and columns; docs/sql.md describes
-- the four views at the end, which are for readers.
--
-- Every table with data of a wallet has its number in the key, which is shorter than its identifier. AUTOINCREMENT never
-- assigns a number twice, so a later wallet never owns rows of a removed one.
--
-- Columns ending in `_ms`, and `time`, are Unix milliseconds. Amounts are text, with every digit: no amount becomes a
-- binary float. `checksum` is the CRC-32 of a row (statements/transaction-rows.ts), because SQLite's pages have none.

CREATE TABLE schema_migration (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- The master key in use, at most one row. It detects another key before anything is sealed under it.
CREATE TABLE master_key (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  id TEXT NOT NULL,
  serving_keys BLOB -- null: derived from the master key
) STRICT;

CREATE TABLE organization (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE project (
  project_no INTEGER PRIMARY KEY AUTOINCREMENT, -- in the rows of its wallets, shorter than its identifier
  id TEXT NOT NULL UNIQUE,
  org_id TEXT NOT NULL REFERENCES organization (id),
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX project_by_org ON project (org_id);

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  wallet_id TEXT, -- the only wallet that the key reads, also after it was removed; null: all of the project
  label TEXT,
  hash BLOB NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_by_project ON api_key (project_id, created_at_ms, id);

-- The keys of the management API.
CREATE TABLE management_key (
  id TEXT PRIMARY KEY,
  project_id TEXT REFERENCES project (id), -- null: the whole installation
  label TEXT,
  hash BLOB NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER
) STRICT, WITHOUT ROWID;

-- Requests that are not run again if they are repeated, and their responses.
CREATE TABLE idempotency_key (
  management_key_id TEXT NOT NULL, -- of the sender
  idempotency_key TEXT NOT NULL,
  request_hash BLOB NOT NULL, -- of method, path and body
  token INTEGER NOT NULL, -- random, of the request that runs
  runs_until_ms INTEGER NOT NULL, -- without a response by then, the request was abandoned
  expires_at_ms INTEGER NOT NULL,
  status INTEGER, -- null: the request runs
  headers TEXT,
  body BLOB, -- sealed, because it may contain a secret
  PRIMARY KEY (management_key_id, idempotency_key)
) STRICT;
CREATE INDEX idempotency_key_by_expiry ON idempotency_key (expires_at_ms);

-- Sessions in which a customer gives an exchange key to the service (Connect).
CREATE TABLE connect_session (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  token_hash BLOB NOT NULL UNIQUE, -- SHA-256 of 256 random bits
  exchange TEXT, -- null: the customer chooses it
  external_id TEXT,
  label TEXT,
  wallet_id TEXT, -- the wallet to reconnect; null: a new one
  return_url TEXT,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open', -- open, connected or canceled
  claim_token INTEGER, -- random, of the request that checks a key
  claimed_until_ms INTEGER, -- null: no request checks a key
  check_step TEXT, -- what the check does now, for the page; null: no request checks a key
  connected_wallet_id TEXT
) STRICT;
CREATE INDEX connect_session_by_project ON connect_session (project_id, created_at_ms, id);
CREATE INDEX connect_session_by_expiry ON connect_session (expires_at_ms);

-- Every change by the management API, the command line or Connect, written in the transaction of the change. Rows are
-- only ever added. There are no foreign keys, because entries outlive what they name.
CREATE TABLE audit_log (
  id TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor_kind TEXT NOT NULL, -- management-key, command or connect-session
  actor_id TEXT NOT NULL,
  action TEXT NOT NULL,
  org_id TEXT,
  project_id TEXT,
  wallet_id TEXT,
  targets TEXT NOT NULL, -- JSON with the identifiers of everything that changed
  detail TEXT -- JSON, without secrets
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_log_by_time ON audit_log (at_ms, id);
CREATE INDEX audit_log_by_project ON audit_log (project_id, at_ms, id) WHERE project_id IS NOT NULL;
CREATE INDEX audit_log_by_wallet ON audit_log (wallet_id, at_ms, id) WHERE wallet_id IS NOT NULL;

-- The running sync processes. They share the rate limits of the exchanges.
CREATE TABLE sync_worker (
  id TEXT PRIMARY KEY,
  seen_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet (
  wallet_no INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id),
  exchange TEXT NOT NULL,
  label TEXT,
  external_id TEXT, -- the wallet's identifier in the program of the operator
  imports_only INTEGER NOT NULL DEFAULT 0, -- without credentials, never synchronised
  account_hash BLOB, -- a keyed hash of the account; null: unknown
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX wallet_by_external_id ON wallet (project_id, external_id) WHERE external_id IS NOT NULL;
-- The service searches a wallet by both columns, so an unknown wallet and a wallet of another project take the same path
-- through the same index, and the same time.
CREATE UNIQUE INDEX wallet_by_project ON wallet (project_id, id);
CREATE UNIQUE INDEX wallet_by_account ON wallet (project_id, account_hash) WHERE account_hash IS NOT NULL;
-- The lists of wallets.
CREATE INDEX wallet_by_number ON wallet (project_id, wallet_no);
CREATE INDEX wallet_by_exchange ON wallet (project_id, exchange, wallet_no);

-- Separate from the wallet, so that no request reads a page with credentials.
CREATE TABLE wallet_credentials (
  wallet_no INTEGER PRIMARY KEY REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  key_id TEXT NOT NULL,
  sealed BLOB NOT NULL,
  rights_unchecked INTEGER NOT NULL DEFAULT 0 -- true: the first synchronisation refuses a key that may withdraw or trade
) STRICT;

-- When each wallet is due, which worker has its lease, and what a response says about its synchronisation.
CREATE TABLE wallet_sync (
  wallet_no INTEGER PRIMARY KEY REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  project_no INTEGER NOT NULL REFERENCES project (project_no),
  imports_only INTEGER NOT NULL, -- as in `wallet`
  paused INTEGER NOT NULL DEFAULT 0,
  last_sync_at_ms INTEGER,
  history_complete INTEGER NOT NULL DEFAULT 0,
  next_run_at_ms INTEGER, -- null: stopped, paused, or only takes imports
  failure_code TEXT,
  failure_message TEXT,
  failure_at_ms INTEGER,
  failure_count INTEGER NOT NULL DEFAULT 0,
  lease_token INTEGER NOT NULL DEFAULT 0, -- increases with every claim
  lease_until_ms INTEGER, -- null: no worker has the lease
  has_imports INTEGER NOT NULL DEFAULT 0, -- false: synchronisation does not search for imported rows
  webhook_events INTEGER NOT NULL DEFAULT 0, -- what any webhook of the wallet receives, as bits; 0: no webhook
  connected INTEGER NOT NULL DEFAULT 0, -- true once the exchange has accepted the key (wallet.connected)
  reported_failure INTEGER NOT NULL DEFAULT 0, -- by wallet.failing: 0 none, 1 that is retried, 2 that stops the wallet
  state TEXT NOT NULL AS (CASE
      WHEN imports_only THEN 'imported'
      WHEN paused THEN 'paused'
      WHEN next_run_at_ms IS NULL AND failure_code IS NOT NULL THEN 'stopped'
      WHEN failure_code IS NOT NULL THEN 'failing'
      WHEN last_sync_at_ms IS NOT NULL THEN iif(history_complete, 'synced', 'backfilling')
      WHEN has_imports THEN 'imported'
      ELSE 'new'
    END)
) STRICT;
CREATE INDEX wallet_sync_by_state ON wallet_sync (project_no, state, wallet_no);
CREATE INDEX wallet_sync_by_due ON wallet_sync (next_run_at_ms, wallet_no) WHERE next_run_at_ms IS NOT NULL;

-- What is written with the rows and balances of a wallet. The revisions change with them. They are random instead of
-- counted, because a database that was restored from a backup must not use a number again for other data.
CREATE TABLE wallet_content (
  wallet_no INTEGER PRIMARY KEY REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  transaction_count INTEGER NOT NULL DEFAULT 0,
  last_move_no INTEGER NOT NULL DEFAULT 0, -- the newest of transaction_move
  withdrawable_unverified INTEGER NOT NULL DEFAULT 0, -- of the balances
  transactions_revision INTEGER NOT NULL,
  balances_revision INTEGER NOT NULL
) STRICT;

-- The primary key has the order of the listing. With rowids, the indexes are smaller than they would be with the columns
-- of the key: a row takes 382 bytes with indexes and counts, and 451 WITHOUT ROWID.
CREATE TABLE wallet_transaction (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  time INTEGER NOT NULL, -- of creation
  id TEXT NOT NULL,
  asset TEXT NOT NULL CHECK (asset <> ''),
  type TEXT NOT NULL,
  amount TEXT NOT NULL,
  status TEXT NOT NULL,
  txid TEXT,
  address TEXT,
  fee_cost TEXT,
  fee_currency TEXT,
  import_no INTEGER, -- the import that added the row; null: synchronisation has read it
  adoptable INTEGER NOT NULL DEFAULT 0, -- imported without an id: a row of the exchange with equal values replaces it
  project_no INTEGER NOT NULL, -- of the wallet
  checksum INTEGER NOT NULL,
  PRIMARY KEY (wallet_no, time, id)
) STRICT;
CREATE UNIQUE INDEX wallet_transaction_by_id ON wallet_transaction (wallet_no, id);
-- The listing of all wallets of a project (statements/project-reads.ts).
CREATE INDEX wallet_transaction_by_project ON wallet_transaction (project_no, time);
-- The listing of an asset. The rows of one millisecond are sorted by id for each page: with the id, a row would take 36 bytes
-- more.
CREATE INDEX wallet_transaction_by_asset ON wallet_transaction (wallet_no, asset, time);
-- The listing of a status other than completed, which few rows have.
CREATE INDEX wallet_transaction_not_completed ON wallet_transaction (wallet_no, time, id)
  WHERE status <> 'completed';
-- The end of a txid finds few rows, and takes less than the whole.
CREATE INDEX wallet_transaction_adoptable ON wallet_transaction (wallet_no, substr(txid, -4))
  WHERE adoptable AND txid IS NOT NULL;

-- The number of rows of each UTC month ('month 2024-01') and day ('day 2024-01-31') by asset, type and status, kept in
-- the transaction that writes the rows. Asset '' counts all assets. Totals and deep pages are found here, without reading
-- the rows (statements/listing.ts).
CREATE TABLE transaction_count (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  count INTEGER NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  asset TEXT NOT NULL,
  period TEXT NOT NULL,
  PRIMARY KEY (wallet_no, asset, period, type, status)
) STRICT, WITHOUT ROWID;

-- Places of rows in the listing before their time changed. A walk through the listing that began earlier returns the row
-- at its former place (rules/walk.ts). Only the newest moves of each wallet are kept.
CREATE TABLE transaction_move (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  move_no INTEGER NOT NULL, -- from 1, increases with every move of the wallet
  id TEXT NOT NULL,
  time INTEGER NOT NULL, -- before the change
  place_id TEXT NOT NULL, -- the id at that place; another one if the row replaced an imported row
  PRIMARY KEY (wallet_no, move_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX transaction_move_by_id ON transaction_move (wallet_no, id, move_no);
CREATE INDEX transaction_move_by_place ON transaction_move (wallet_no, time, place_id);

CREATE TABLE wallet_balance (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  asset TEXT NOT NULL,
  amount TEXT NOT NULL,
  networks_unknown INTEGER NOT NULL, -- the exchange does not report the networks for this key
  checksum INTEGER NOT NULL, -- of the balance and its networks
  PRIMARY KEY (wallet_no, asset)
) STRICT, WITHOUT ROWID;

-- Limits are text, exactly as the exchange wrote them.
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

-- The time ranges of each source that were read in full.
CREATE TABLE wallet_coverage (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  source TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  read_at_ms INTEGER NOT NULL,
  PRIMARY KEY (wallet_no, source, from_ms),
  CHECK (from_ms < to_ms)
) STRICT, WITHOUT ROWID;

-- Rows of the exchange that could not be mapped, in their raw form.
CREATE TABLE wallet_quarantine (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  key TEXT NOT NULL,
  source TEXT NOT NULL,
  raw TEXT NOT NULL,
  reason TEXT NOT NULL,
  quarantined_at_ms INTEGER NOT NULL,
  from_ms INTEGER, -- the window that is re-read for the row; null: balances, which are always read in full
  to_ms INTEGER,
  due_at_ms INTEGER,
  PRIMARY KEY (wallet_no, key)
) STRICT;
CREATE INDEX wallet_quarantine_by_due ON wallet_quarantine (wallet_no, source, due_at_ms);

-- Rows that are not final, and when each is read again.
CREATE TABLE wallet_recheck (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  transaction_id TEXT NOT NULL,
  source TEXT NOT NULL,
  timestamp_ms INTEGER NOT NULL,
  due_at_ms INTEGER NOT NULL,
  PRIMARY KEY (wallet_no, transaction_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_recheck_by_due ON wallet_recheck (wallet_no, source, due_at_ms);

CREATE TABLE wallet_import (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  import_no INTEGER NOT NULL, -- from 1
  id TEXT NOT NULL,
  file_name TEXT, -- null: standard input
  sha256 TEXT,
  imported_at_ms INTEGER NOT NULL,
  row_count INTEGER NOT NULL,
  added_count INTEGER NOT NULL,
  known_count INTEGER NOT NULL,
  changed_count INTEGER NOT NULL,
  conflict_count INTEGER NOT NULL,
  undone_at_ms INTEGER,
  PRIMARY KEY (wallet_no, import_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_import_by_id ON wallet_import (id);

-- Rows of earlier imports before a later import changed them. `teller import undo` restores them.
CREATE TABLE wallet_import_change (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  transaction_id TEXT NOT NULL,
  import_no INTEGER NOT NULL,
  before TEXT NOT NULL, -- the row before, as JSON
  PRIMARY KEY (wallet_no, transaction_id, import_no)
) STRICT, WITHOUT ROWID;

-- The receivers of events. The secret is sealed like the credentials of a wallet.
CREATE TABLE webhook_endpoint (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project (id),
  url TEXT NOT NULL,
  events INTEGER NOT NULL, -- bits, see src/domain/webhook.ts
  wallet_ids TEXT, -- a JSON array of the chosen wallets; null: all of the project
  created_at_ms INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  sealed BLOB NOT NULL,
  disabled_at_ms INTEGER, -- null: active
  disabled_message TEXT
) STRICT;
CREATE INDEX webhook_endpoint_by_project ON webhook_endpoint (project_id);

-- The place of an active endpoint in the log of each of its wallets.
CREATE TABLE webhook_delivery (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
  delivered_no INTEGER NOT NULL, -- events up to this one were delivered
  pending_no INTEGER NOT NULL, -- the newest event that the endpoint has chosen
  next_attempt_at_ms INTEGER, -- null: everything was delivered
  lease_token INTEGER NOT NULL DEFAULT 0, -- random, changes with every claim
  lease_until_ms INTEGER, -- null: not claimed
  failure_count INTEGER NOT NULL DEFAULT 0,
  failing_since_ms INTEGER,
  failure_message TEXT,
  PRIMARY KEY (wallet_no, endpoint_id)
) STRICT, WITHOUT ROWID;
-- Finds the delivery of an endpoint that has been due longest. The deliverer takes endpoints in turn, so no statement
-- searches the deliveries of all endpoints.
CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id, next_attempt_at_ms);

-- The log of a wallet's events. The newest event remains when it was delivered: the next one continues its number.
CREATE TABLE wallet_event (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  event_no INTEGER NOT NULL, -- from 1
  event INTEGER NOT NULL, -- a bit, see src/domain/webhook.ts
  cause INTEGER NOT NULL, -- see src/domain/webhook.ts
  at_ms INTEGER NOT NULL,
  seed INTEGER NOT NULL, -- random, part of the event's identifier
  transaction_id TEXT, -- null: an event of the wallet
  detail TEXT, -- JSON; null: an event of a transaction
  PRIMARY KEY (wallet_no, event_no)
) STRICT, WITHOUT ROWID;

-- What readers may rely on (docs/sql.md). Columns are only ever added.
CREATE VIEW transactions AS
  SELECT wallet.id AS wallet_id, tx.id, tx.asset, tx.type, tx.amount,
      strftime('%Y-%m-%dT%H:%M:%S', tx.time / 1000, 'unixepoch') || printf('.%03dZ', tx.time % 1000) AS time,
      tx.status, tx.txid, tx.address, tx.fee_cost, tx.fee_currency,
      iif(tx.import_no IS NULL, 'synced', 'imported') AS origin
    FROM wallet_transaction AS tx JOIN wallet ON wallet.wallet_no = tx.wallet_no;

CREATE VIEW balances AS
  SELECT wallet.id AS wallet_id, balance.asset, balance.amount,
      strftime('%Y-%m-%dT%H:%M:%S', sync.last_sync_at_ms / 1000, 'unixepoch')
        || printf('.%03dZ', sync.last_sync_at_ms % 1000) AS synced_at
    FROM wallet_balance AS balance
    JOIN wallet ON wallet.wallet_no = balance.wallet_no
    JOIN wallet_sync AS sync ON sync.wallet_no = balance.wallet_no;

CREATE VIEW withdrawal_networks AS
  SELECT wallet.id AS wallet_id, network.asset, network.id AS network_id, network.code, network.name,
      network.display_name, network.min_withdrawal, network.max_withdrawal, network.address_regex
    FROM wallet_network AS network JOIN wallet ON wallet.wallet_no = network.wallet_no;

CREATE VIEW wallets AS
  SELECT wallet.id, wallet.project_id, project.org_id, wallet.exchange, wallet.label, wallet.external_id,
      sync.state,
      strftime('%Y-%m-%dT%H:%M:%S', sync.last_sync_at_ms / 1000, 'unixepoch')
        || printf('.%03dZ', sync.last_sync_at_ms % 1000) AS last_sync_at,
      sync.history_complete, content.transaction_count
    FROM wallet
    JOIN project ON project.id = wallet.project_id
    JOIN wallet_sync AS sync ON sync.wallet_no = wallet.wallet_no
    JOIN wallet_content AS content ON content.wallet_no = wallet.wallet_no;

-- Numbers of all tenants, for the operator's metrics.
CREATE VIEW wallet_statistics AS
  SELECT exchange, state, count(*) AS count, min(last_sync_at_ms) AS oldest_sync_at_ms,
      CAST(sum(quarantined) AS bigint) AS quarantined_count
    FROM (SELECT wallet.exchange, last_sync_at_ms, state,
        (SELECT count(*) FROM wallet_quarantine
          WHERE wallet_quarantine.wallet_no = wallet.wallet_no) AS quarantined
      FROM wallet JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no) AS listed
    GROUP BY exchange, state;

CREATE VIEW webhook_statistics AS
  SELECT state, count(*) AS count, CAST(sum(pending) AS bigint) AS pending_count,
      min(failing_since_ms) AS failing_since_ms
    FROM (SELECT failing_since_ms, pending, CASE
          WHEN disabled_at_ms IS NOT NULL THEN 'disabled'
          WHEN failing_since_ms IS NOT NULL THEN 'failing'
          ELSE 'active'
        END AS state
      FROM (SELECT endpoint.id, disabled_at_ms, min(failing_since_ms) AS failing_since_ms,
          coalesce(CAST(sum(CASE WHEN pending_no > delivered_no THEN pending_no - delivered_no ELSE 0 END)
            AS bigint), 0) AS pending
        FROM webhook_endpoint AS endpoint
        LEFT JOIN webhook_delivery AS delivery ON delivery.endpoint_id = endpoint.id
        GROUP BY endpoint.id, disabled_at_ms) AS summed) AS named
    GROUP BY state;
