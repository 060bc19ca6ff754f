-- Every type has a direction (src/domain/transaction.ts). Codes 3 and 6, transfers and adjustments, had none, and
-- no stored field shows it, so such a row becomes 7, `other`.
--
-- The sources that reported such bookings are re-read, so that rows get their direction if the exchange still
-- reports them. Until then the history is not complete. Coverage of the sources of these exchanges that report only
-- deposits and withdrawals remains. Sources of other exchanges may report any type.
--
-- Lists of wallets are variables, and revisions are computed before they are written, because Citus refuses
-- joins of distributed tables with others, and volatile functions, in an UPDATE or DELETE.
DO $$
DECLARE
  undirected text[] := ARRAY(
    SELECT DISTINCT wallet_id FROM wallet_transaction WHERE type NOT IN (1, 2));
  certified text[] := ARRAY(
    SELECT wallet_id FROM wallet WHERE exchange IN (
      'binance', 'bitget', 'bitvavo', 'bybit', 'cryptocom', 'gate', 'htx', 'kucoin', 'okx'));
  each_id text;
  revision bigint;
BEGIN
  DELETE FROM wallet_coverage
    WHERE wallet_id = ANY (undirected)
      AND NOT (
        wallet_id = ANY (certified)
        AND source IN (
          'deposits', 'internal-deposits', 'withdrawals', 'fiat-deposits', 'fiat-withdrawals'));
  FOREACH each_id IN ARRAY undirected LOOP
    revision := floor(random() * 4503599627370496)::bigint;
    UPDATE wallet_sync SET history_complete = false, transactions_revision = revision
      WHERE wallet_id = each_id;
  END LOOP;
END
$$;

UPDATE wallet_transaction SET type = 7 WHERE type IN (3, 6);

-- Codes of types now go up to 15, for which the format of the counts changed. `migrate` counts all rows again
-- afterwards, one transaction for each wallet.
INSERT INTO wallet_count_backlog SELECT DISTINCT wallet_id FROM wallet_transaction
  ON CONFLICT DO NOTHING;
