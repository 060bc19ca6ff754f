-- true: the exchange does not document which part of the amounts can be withdrawn.
ALTER TABLE wallet_balances ADD COLUMN withdrawable_unverified boolean NOT NULL DEFAULT false;
