-- The keys of API keys and cursors, sealed under the master key. NULL before the master key is first replaced: then
-- they are derived from it.
ALTER TABLE master_key ADD COLUMN serving_keys bytea;
