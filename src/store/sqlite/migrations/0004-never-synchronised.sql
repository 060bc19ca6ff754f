-- A wallet with a key that was never synchronised is late from its creation, so that a missing sync worker is noticed. A wallet
-- that only takes imports is never late.
DROP VIEW wallet_statistics;
CREATE VIEW wallet_statistics AS
  SELECT exchange, state, count(*) AS count, min(synced_at_ms) AS oldest_sync_at_ms,
      CAST(sum(quarantined) AS bigint) AS quarantined_count
    FROM (SELECT wallet.exchange, state,
        coalesce(last_sync_at_ms, CASE WHEN NOT wallet.imports_only THEN created_at_ms END) AS synced_at_ms,
        (SELECT count(*) FROM wallet_quarantine
          WHERE wallet_quarantine.wallet_no = wallet.wallet_no) AS quarantined
      FROM wallet JOIN wallet_sync ON wallet_sync.wallet_no = wallet.wallet_no) AS listed
    GROUP BY exchange, state;
