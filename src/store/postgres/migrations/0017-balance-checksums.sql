-- A checksum of the other columns (stored-balances.ts), so that corrupted balances are not served. Existing
-- balances get one when they are next read from the exchange.
ALTER TABLE wallet_balances ADD COLUMN checksum bigint; -- null: not read since
