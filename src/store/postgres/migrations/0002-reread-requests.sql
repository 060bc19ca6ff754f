-- A caller may request that a range is read again. It stays covered meanwhile: the exchange may return only a part of it.
ALTER TABLE wallet_coverage ADD COLUMN reread_requested_at_ms bigint; -- null: no request
