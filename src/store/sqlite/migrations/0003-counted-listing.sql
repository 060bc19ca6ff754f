-- The counted tree, which returns numbers of rows without reading the rows (src/store/counted/).
CREATE TABLE wallet_asset (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  asset TEXT NOT NULL,
  asset_no INTEGER NOT NULL, -- from 1; 0: all assets
  PRIMARY KEY (wallet_no, asset)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX wallet_asset_by_no ON wallet_asset (wallet_no, asset_no);

CREATE TABLE wallet_count_node (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  node_no INTEGER NOT NULL, -- 1 is the root
  body BLOB NOT NULL, -- count-leaf.ts, count-branch.ts
  PRIMARY KEY (wallet_no, node_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet_count (
  wallet_no INTEGER NOT NULL REFERENCES wallet (wallet_no) ON DELETE CASCADE,
  node_no INTEGER NOT NULL,
  asset_no INTEGER NOT NULL,
  counts BLOB NOT NULL, -- count-branch.ts
  PRIMARY KEY (wallet_no, node_no, asset_no)
) STRICT, WITHOUT ROWID;

-- Wallets whose rows are not counted yet. `migrate` counts them afterwards, one transaction for each wallet.
CREATE TABLE wallet_count_backlog (
  wallet_no INTEGER PRIMARY KEY REFERENCES wallet (wallet_no) ON DELETE CASCADE
) STRICT;

INSERT INTO wallet_count_backlog
  SELECT wallet_no FROM wallet WHERE EXISTS (
    SELECT 1 FROM wallet_transaction WHERE wallet_transaction.wallet_no = wallet.wallet_no);

DROP TABLE wallet_transaction_count;
DROP INDEX wallet_transaction_by_asset;
DROP INDEX wallet_transaction_not_completed;
