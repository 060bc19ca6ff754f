-- Webhooks (src/store/webhooks.ts). Times are Unix milliseconds.

-- The receivers of events. The secret is sealed like the credentials of a wallet.
CREATE TABLE webhook_endpoint (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES project (id),
  url text NOT NULL,
  events smallint NOT NULL, -- bits, see src/domain/webhook.ts
  wallet_ids text, -- a JSON array of the chosen wallets; null: all of the project
  created_at_ms bigint NOT NULL,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  disabled_at_ms bigint, -- null: active
  disabled_message text
);

CREATE INDEX webhook_endpoint_by_project ON webhook_endpoint (project_id);

-- How far an active endpoint has received the log of each of its wallets. On a Citus cluster this table is on the
-- coordinator, so that one statement finds and locks the next due delivery. The fill factor leaves free
-- space on each page, so that a claim updates no index.
CREATE TABLE webhook_delivery (
  wallet_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoint (id) ON DELETE CASCADE,
  delivered_no bigint NOT NULL, -- events up to this one were delivered
  pending_no bigint NOT NULL, -- the newest event
  next_attempt_at_ms bigint, -- null: everything was delivered
  lease_token bigint NOT NULL DEFAULT 0, -- random, changes with every claim
  lease_until_ms bigint, -- null: not claimed
  failure_count integer NOT NULL DEFAULT 0,
  failing_since_ms bigint,
  failure_message text,
  PRIMARY KEY (wallet_id, endpoint_id)
) WITH (fillfactor = 70);

CREATE INDEX webhook_delivery_by_endpoint ON webhook_delivery (endpoint_id);
CREATE INDEX webhook_delivery_by_due ON webhook_delivery (next_attempt_at_ms)
  WHERE next_attempt_at_ms IS NOT NULL;

-- The log of a wallet's events. The newest event is not removed after its delivery, because the next one continues
-- its number.
CREATE TABLE wallet_event (
  wallet_id text COLLATE "C" NOT NULL,
  event_no bigint NOT NULL, -- from 1
  event smallint NOT NULL, -- a bit, see src/domain/webhook.ts
  cause smallint NOT NULL, -- see src/domain/webhook.ts
  at_ms bigint NOT NULL,
  seed bigint NOT NULL, -- random, part of the event's identifier
  transaction_id bytea, -- null: an event of the wallet
  detail text, -- JSON; null: an event of a transaction
  PRIMARY KEY (wallet_id, event_no)
);

ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_event ENABLE ROW LEVEL SECURITY;

-- The events that any endpoint of the wallet receives. If 0, a writer of the wallet does no work for webhooks.
ALTER TABLE wallet_sync ADD COLUMN webhook_events smallint NOT NULL DEFAULT 0;

-- Counts the endpoints of all tenants for the operator. The serving role can read nothing else of them.
CREATE FUNCTION count_webhooks() RETURNS TABLE (
  state text,
  count bigint,
  pending_count bigint,
  failing_since_ms bigint
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT CASE
        WHEN disabled_at_ms IS NOT NULL THEN 'disabled'
        WHEN failing.since_ms IS NOT NULL THEN 'failing'
        ELSE 'active'
      END,
      count(*),
      sum(failing.pending)::bigint,
      min(failing.since_ms)
    FROM webhook_endpoint
    CROSS JOIN LATERAL (
      SELECT min(failing_since_ms) AS since_ms,
          coalesce(sum(greatest(0, pending_no - delivered_no)), 0) AS pending
        FROM webhook_delivery WHERE endpoint_id = webhook_endpoint.id
    ) AS failing
    GROUP BY 1 ORDER BY 1
$$;

REVOKE ALL ON FUNCTION count_webhooks() FROM PUBLIC;
