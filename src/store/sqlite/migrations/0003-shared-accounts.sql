-- Every wallet of an account has its hash, also a second one in the same project, so that the account is still found when
-- the first wallet is removed. Where an account may be added only once, `addWallet` and `replaceCredentials` check that.
DROP INDEX wallet_by_account;
CREATE INDEX wallet_by_account ON wallet (project_id, account_hash) WHERE account_hash IS NOT NULL;
