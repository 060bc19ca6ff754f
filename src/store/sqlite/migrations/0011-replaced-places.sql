-- The former id at this place, if synchronisation has replaced an imported row with a row of another id; null if
-- the id is unchanged.
ALTER TABLE wallet_time_change ADD COLUMN place_id TEXT;
