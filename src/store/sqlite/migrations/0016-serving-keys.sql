-- The keys for API keys and cursors, sealed under the master key. Null until the master key is first replaced; until
-- then they are derived from it.
ALTER TABLE master_key ADD COLUMN serving_keys BLOB;
