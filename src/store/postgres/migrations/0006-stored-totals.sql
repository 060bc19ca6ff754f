-- How many rows there are in all, beside the bytes that say the same, so that the first page of a wallet
-- is one plain statement (docs/postgresql.md). Written with these bytes and never without them.
ALTER TABLE wallet_count_node ADD COLUMN row_count bigint; -- of a leaf; null: a branch
ALTER TABLE wallet_count ADD COLUMN row_count bigint; -- of the root's, for all assets; else null

-- `migrate` counts all rows anew after this, each wallet in a transaction.
INSERT INTO wallet_count_backlog SELECT DISTINCT wallet_id FROM wallet_count_node
  ON CONFLICT DO NOTHING;
