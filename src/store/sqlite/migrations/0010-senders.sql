-- The address of a deposit at these exchanges is now the sender's instead of the account's own. The deposits are
-- re-read, so that stored rows get it. Until then the history is not complete. The ids of rows do not change.
UPDATE wallet_sync SET history_complete = 0
  WHERE wallet_no IN (
    SELECT wallet.wallet_no FROM wallet
      JOIN wallet_coverage ON wallet_coverage.wallet_no = wallet.wallet_no AND source = 'deposits'
      WHERE exchange IN ('binance', 'bitget', 'bybit'));

DELETE FROM wallet_coverage
  WHERE source = 'deposits'
    AND wallet_no IN (
      SELECT wallet_no FROM wallet WHERE exchange IN ('binance', 'bitget', 'bybit'));
