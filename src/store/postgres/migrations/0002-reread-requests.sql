-- When a caller requested that a range is read again; null: no request. The range stays covered meanwhile, because the exchange
-- may return only a part of it.
ALTER TABLE wallet_coverage ADD COLUMN reread_requested_at_ms bigint;
