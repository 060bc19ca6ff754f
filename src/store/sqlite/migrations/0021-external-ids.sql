-- The identifier of the wallet in the operator's own system.
ALTER TABLE wallet ADD COLUMN external_id TEXT;
CREATE UNIQUE INDEX wallet_by_external_id ON wallet (project_id, external_id) WHERE external_id IS NOT NULL;
