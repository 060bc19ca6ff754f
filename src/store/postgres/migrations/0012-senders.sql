-- The address of a deposit at these exchanges is now the sender's instead of the account's own. The deposits are
-- re-read, so that stored rows get it. Until then the history is not complete. The ids of rows do not change.
--
-- Lists of wallets are variables, because Citus refuses joins of distributed tables with others in an UPDATE.
DO $$
DECLARE
  wallets text[] := ARRAY(
    SELECT wallet_id FROM wallet WHERE exchange IN ('binance', 'bitget', 'bybit'));
  covered text[] := ARRAY(
    SELECT DISTINCT wallet_id FROM wallet_coverage WHERE source = 'deposits');
BEGIN
  UPDATE wallet_sync SET history_complete = false
    WHERE wallet_id = ANY (wallets) AND wallet_id = ANY (covered);
  DELETE FROM wallet_coverage WHERE source = 'deposits' AND wallet_id = ANY (wallets);
END
$$;
