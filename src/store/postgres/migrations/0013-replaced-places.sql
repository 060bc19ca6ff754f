-- The id of the row whose place this is, if synchronisation has replaced an imported row by one with
-- another id; null: the row's own.
ALTER TABLE wallet_time_change ADD COLUMN place_id text COLLATE "C";
