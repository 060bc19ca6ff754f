-- The number of all rows, which the bytes of the root also contain, so that one statement reads the first page
-- of a wallet (docs/performance.md). Always written together with these bytes.
ALTER TABLE wallet_count_node ADD COLUMN row_count INTEGER; -- of a leaf; null: of a branch
ALTER TABLE wallet_count ADD COLUMN row_count INTEGER; -- of the root, for all assets; null: of other nodes or one asset

-- `migrate` counts all rows again afterwards, one transaction for each wallet.
INSERT OR IGNORE INTO wallet_count_backlog SELECT DISTINCT wallet_no FROM wallet_count_node;
