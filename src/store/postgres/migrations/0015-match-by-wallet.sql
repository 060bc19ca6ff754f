-- The search for imported rows names the wallet and the key. The former index had only the key, so a plan that was
-- made on an empty table read all rows of the wallet by another index. A separate statement, as in the migration
-- that created the index.
DO $$
BEGIN
  EXECUTE 'DROP INDEX wallet_transaction_to_match';
  EXECUTE 'CREATE INDEX wallet_transaction_to_match ON wallet_transaction (wallet_id, match_key)
    WHERE match_key IS NOT NULL';
END
$$;
