-- Entries of 28 bytes instead of 52: a hash of the wallet instead of its identifier, as in the index of the listing.
-- A statement of its own, as in the migration that made the index.
DO $$
BEGIN
  EXECUTE 'DROP INDEX wallet_transaction_to_match';
  EXECUTE 'CREATE INDEX wallet_transaction_to_match ON wallet_transaction (wallet_hash, match_key)
    WHERE match_key IS NOT NULL';
END
$$;
