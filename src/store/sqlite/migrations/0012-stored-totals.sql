-- The number of all rows, beside the bytes that say the same, so that the first page of a wallet is one
-- statement (docs/performance.md). Written with these bytes and never without them.
ALTER TABLE wallet_count_node ADD COLUMN row_count INTEGER; -- of a leaf; null: a branch
ALTER TABLE wallet_count ADD COLUMN row_count INTEGER; -- of the root's, for all assets; else null

-- `migrate` counts all rows again after this, each wallet in a transaction.
INSERT OR IGNORE INTO wallet_count_backlog SELECT DISTINCT wallet_no FROM wallet_count_node;
