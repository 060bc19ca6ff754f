-- The id at this place, if synchronisation has replaced an imported row by a row with another id; null: the id
-- of the row.
ALTER TABLE wallet_time_change ADD COLUMN place_id TEXT;
