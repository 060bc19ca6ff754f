-- Deposits at these exchanges name the sender instead of the account's own address. Their lists are read
-- again, so that stored rows get it; until then the history is not complete. Rows keep their keys.
UPDATE wallet_sync SET history_complete = 0
  WHERE wallet_no IN (
    SELECT wallet.wallet_no FROM wallet
      JOIN wallet_coverage ON wallet_coverage.wallet_no = wallet.wallet_no AND source = 'deposits'
      WHERE exchange IN ('binance', 'bitget', 'bybit'));

DELETE FROM wallet_coverage
  WHERE source = 'deposits'
    AND wallet_no IN (
      SELECT wallet_no FROM wallet WHERE exchange IN ('binance', 'bitget', 'bybit'));
