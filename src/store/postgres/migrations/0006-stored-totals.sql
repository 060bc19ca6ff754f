-- The number of all rows, which the bytes of the root also contain, so that one plain statement reads the first
-- page of a wallet (docs/postgresql.md). Always written together with these bytes.
ALTER TABLE wallet_count_node ADD COLUMN row_count bigint; -- of a leaf; null: of a branch
ALTER TABLE wallet_count ADD COLUMN row_count bigint; -- of the root, for all assets; null: of other nodes or one asset

-- `migrate` counts all rows again afterwards, one transaction for each wallet.
INSERT INTO wallet_count_backlog SELECT DISTINCT wallet_id FROM wallet_count_node
  ON CONFLICT DO NOTHING;
