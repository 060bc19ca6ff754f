-- Deposits at these exchanges name the sender instead of the account's own address. Their lists are read
-- again, so that stored rows get it; until then the history is not complete. Rows keep their keys.
--
-- The list of wallets is a variable: Citus joins no distributed table with others in a change.
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
