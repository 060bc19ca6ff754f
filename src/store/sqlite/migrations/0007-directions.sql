-- Every type has a direction (src/domain/transaction.ts). Codes 3 and 6, transfers and adjustments, had none, and
-- no stored field shows it, so such a row becomes 7, `other`.
--
-- The sources that reported such bookings are re-read, so that rows get their direction if the exchange still
-- reports them. Until then the history is not complete. Coverage of the sources of these exchanges that report only
-- deposits and withdrawals remains. Sources of other exchanges may report any type.
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

-- Codes of types now go up to 15, for which the format of the counts changed. `migrate` counts all rows again
-- afterwards, one transaction for each wallet.
INSERT OR IGNORE INTO wallet_count_backlog
  SELECT wallet_no FROM wallet WHERE EXISTS (
    SELECT 1 FROM wallet_transaction WHERE wallet_transaction.wallet_no = wallet.wallet_no);
