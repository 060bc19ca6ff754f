-- True: a wallet without credentials, which is never synchronised and holds imported transactions only.
ALTER TABLE wallet ADD COLUMN imports_only boolean NOT NULL DEFAULT false;

-- The same function; such a wallet does not count as new.
CREATE OR REPLACE FUNCTION count_wallets() RETURNS TABLE (
  exchange text,
  state text,
  count bigint,
  oldest_sync_at_ms bigint,
  quarantined_count bigint
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH quarantined AS MATERIALIZED (
    SELECT wallet_id, count(*) AS count FROM wallet_quarantine GROUP BY wallet_id
  )
  SELECT wallet.exchange,
      CASE
        WHEN wallet.imports_only THEN 'imported'
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
    LEFT JOIN quarantined ON quarantined.wallet_id = wallet.wallet_id
    GROUP BY 1, 2 ORDER BY 1, 2
$$;
