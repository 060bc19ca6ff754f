-- A second barrier between wallets. A role that does not own the tables, such as the role of the service, reads
-- only rows of the wallet in the setting `teller.wallet_id`, and no rows if it is not set. From a table without a
-- policy it reads nothing.

ALTER TABLE wallet ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_sync ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_transaction ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_transaction_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_balance ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_network ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_coverage ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_quarantine ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_recheck ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_wallet ON wallet FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
CREATE POLICY one_wallet ON wallet_sync FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
CREATE POLICY one_wallet ON wallet_transaction FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
CREATE POLICY one_wallet ON wallet_transaction_count FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
CREATE POLICY one_wallet ON wallet_balance FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
CREATE POLICY one_wallet ON wallet_network FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));

-- Counts the wallets of all tenants, for the operator. The service can read nothing else about them.
CREATE FUNCTION count_wallets() RETURNS TABLE (
  exchange text,
  state text,
  count bigint,
  oldest_sync_at_ms bigint,
  quarantined_count bigint
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT wallet.exchange,
      CASE
        WHEN next_run_at_ms IS NULL AND failure_code IS NOT NULL THEN 'stopped'
        WHEN failure_code IS NOT NULL THEN 'failing'
        WHEN last_sync_at_ms IS NULL THEN 'new'
        WHEN history_complete THEN 'synced'
        ELSE 'backfilling'
      END AS state,
      count(*),
      min(last_sync_at_ms),
      coalesce(sum(quarantined.count), 0)::bigint
    FROM wallet
    JOIN wallet_sync ON wallet_sync.wallet_id = wallet.wallet_id
    LEFT JOIN (
      SELECT wallet_id, count(*) AS count FROM wallet_quarantine GROUP BY wallet_id
    ) AS quarantined ON quarantined.wallet_id = wallet.wallet_id
    GROUP BY 1, 2 ORDER BY 1, 2
$$;

REVOKE ALL ON FUNCTION count_wallets() FROM PUBLIC;
