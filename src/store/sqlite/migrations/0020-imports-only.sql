-- 1: a wallet without credentials, which is never synchronised and holds imported transactions only.
ALTER TABLE wallet ADD COLUMN imports_only INTEGER NOT NULL DEFAULT 0;
