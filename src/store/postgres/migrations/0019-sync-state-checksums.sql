-- A checksum of the outcome of the last refresh (sync-state-checksum.ts), so that `teller doctor` finds a corrupted
-- one. Every refresh writes it.
ALTER TABLE wallet_sync ADD COLUMN checksum bigint; -- null: no refresh since, or the operator changed the state
