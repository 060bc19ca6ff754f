-- 1: the exchange does not document which part of the amounts can be withdrawn.
ALTER TABLE wallet_balances ADD COLUMN withdrawable_unverified INTEGER NOT NULL DEFAULT 0;
