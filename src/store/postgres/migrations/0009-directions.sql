-- A type says which way its amount moves (src/domain/transaction.ts). Codes 3 and 6, transfers and
-- adjustments, did not, and nothing that is stored of such a row does: it becomes 7, `other`.
--
-- The sources that reported bookings of these kinds are read again, so that rows get their direction
-- as far as the exchange still reports them. Until then the history is not complete. Sources that
-- report only deposits and withdrawals stay as they are; those of other exchanges may report anything.
--
-- Lists of wallets are variables, and revisions are computed before they are written: Citus joins no
-- distributed table with others in a change, and refuses volatile functions in one.
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

-- Types have numbers up to 15, which the counts have no room for: `migrate` counts all rows again after
-- this, each wallet in a transaction.
INSERT INTO wallet_count_backlog SELECT DISTINCT wallet_id FROM wallet_transaction
  ON CONFLICT DO NOTHING;
