-- The counted tree contains counts of rows, so that no rows are read to count them (src/store/counted/). Every
-- listing reads its nodes, so they are neither compressed nor moved to a TOAST table. The fill factor leaves free
-- space on each page, so that a changed node updates no index.
CREATE TABLE wallet_asset (
  wallet_id text COLLATE "C" NOT NULL,
  asset text COLLATE "C" NOT NULL,
  asset_no integer NOT NULL, -- from 1; 0: all assets
  PRIMARY KEY (wallet_id, asset)
);

CREATE TABLE wallet_count_node (
  wallet_id text COLLATE "C" NOT NULL,
  node_no integer NOT NULL, -- 1 is the root
  level smallint NOT NULL, -- 0 is a leaf
  low_ms bigint NOT NULL, -- with low_id: the position of its first row
  low_id text COLLATE "C" NOT NULL,
  body bytea NOT NULL, -- count-leaf.ts, count-branch.ts
  PRIMARY KEY (wallet_id, node_no)
) WITH (fillfactor = 70, toast_tuple_target = 8160);

-- Finds the nodes from the root to a row: on each level, the last one that begins at the row or before it.
CREATE INDEX wallet_count_node_by_place
  ON wallet_count_node (wallet_id, level, low_ms, low_id);

CREATE TABLE wallet_count (
  wallet_id text COLLATE "C" NOT NULL,
  node_no integer NOT NULL,
  asset_no integer NOT NULL,
  counts bytea NOT NULL, -- count-branch.ts
  PRIMARY KEY (wallet_id, node_no, asset_no)
) WITH (fillfactor = 70, toast_tuple_target = 8160);

-- Wallets whose rows are not counted yet. `migrate` counts them afterwards, one transaction for each wallet.
CREATE TABLE wallet_count_backlog (
  wallet_id text COLLATE "C" PRIMARY KEY
);

DROP TABLE wallet_transaction_count;
DROP INDEX wallet_transaction_by_asset;
DROP INDEX wallet_transaction_not_completed;

ALTER TABLE wallet_asset ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_count_node ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_count_backlog ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_wallet ON wallet_asset FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
CREATE POLICY one_wallet ON wallet_count_node FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));
CREATE POLICY one_wallet ON wallet_count FOR SELECT
  USING (wallet_id = current_setting('teller.wallet_id', true));

INSERT INTO wallet_count_backlog SELECT DISTINCT wallet_id FROM wallet_transaction;
