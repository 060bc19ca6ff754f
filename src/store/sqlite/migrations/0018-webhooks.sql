-- Webhooks (src/store/webhooks.ts). Times are Unix milliseconds.

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
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  delivered_no INTEGER NOT NULL, -- events up to this one were delivered
  pending_no INTEGER NOT NULL, -- the newest event
  next_attempt_at_ms INTEGER, -- null: everything was delivered
  lease_token INTEGER NOT NULL DEFAULT 0, -- random, changes with every claim
  lease_until_ms INTEGER, -- null: not claimed
  failure_count INTEGER NOT NULL DEFAULT 0,
  failing_since_ms INTEGER,
  failure_message TEXT,
  PRIMARY KEY (wallet_no, endpoint_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id);
CREATE INDEX webhook_delivery_by_due ON webhook_delivery (next_attempt_at_ms)
  WHERE next_attempt_at_ms IS NOT NULL;

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

-- The events that any endpoint of the wallet receives, so that a writer of a wallet without one does nothing else.
ALTER TABLE wallet_sync ADD COLUMN webhook_events INTEGER NOT NULL DEFAULT 0;
