-- A lookup of the rows that a reading may adopt names the wallet and the key. While the index had the key
-- only, a plan that was made on an empty table read all rows of the wallet by another index instead.
-- A statement of its own, as in the migration that made the index.
DO $$
BEGIN
  EXECUTE 'DROP INDEX wallet_transaction_to_match';
  EXECUTE 'CREATE INDEX wallet_transaction_to_match ON wallet_transaction (wallet_id, match_key)
    WHERE match_key IS NOT NULL';
END
$$;
