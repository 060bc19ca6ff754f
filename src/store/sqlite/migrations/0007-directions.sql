-- A type says which way its amount moves (src/domain/transaction.ts). Codes 3 and 6, transfers and
-- adjustments, did not, and nothing that is stored of such a row does: it becomes 7, `other`.
--
-- The sources that reported bookings of these kinds are read again, so that rows get their direction
-- as far as the exchange still reports them. Until then the history is not complete. Sources that
-- report only deposits and withdrawals stay as they are; those of other exchanges may report anything.
DELETE FROM wallet_coverage
  WHERE wallet_no IN (SELECT wallet_no FROM wallet_transaction WHERE type NOT IN (1, 2))
    AND NOT (
      source IN ('deposits', 'internal-deposits', 'withdrawals', 'fiat-deposits', 'fiat-withdrawals')
      AND wallet_no IN (SELECT wallet_no FROM wallet WHERE exchange IN (
        'binance', 'bitget', 'bitvavo', 'bybit', 'cryptocom', 'gate', 'htx', 'kucoin', 'okx')));

UPDATE wallet_sync SET history_complete = 0,
    transactions_revision = abs(random() % 4503599627370496)
  WHERE wallet_no IN (SELECT wallet_no FROM wallet_transaction WHERE type NOT IN (1, 2));

UPDATE wallet_transaction SET type = 7 WHERE type IN (3, 6);

-- Types have numbers up to 15, which the counts have no room for: `migrate` counts all rows again after
-- this, each wallet in a transaction.
INSERT OR IGNORE INTO wallet_count_backlog
  SELECT wallet_no FROM wallet WHERE EXISTS (
    SELECT 1 FROM wallet_transaction WHERE wallet_transaction.wallet_no = wallet.wallet_no);
