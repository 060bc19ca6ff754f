/** The master key of the data, and credentials under keys that it replaced. */
import type { MasterKeyRecord } from '../../domain/master-key.ts';
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import type { WalletCredentials } from '../admin.ts';
import { MasterKeyReplacedError } from '../errors.ts';
import type { PostgresDatabase } from './database.ts';
import type { Statement } from './statement.ts';

const FIND: Statement = {
  name: 'find_master_key',
  text: 'SELECT id, serving_keys FROM master_key',
};
const RECORD: Statement = {
  name: 'record_master_key',
  text: `INSERT INTO master_key (only_row, id, serving_keys) VALUES (1, $1, $2)
    ON CONFLICT DO NOTHING`,
};
const REPLACE: Statement = {
  name: 'replace_master_key',
  text: 'UPDATE master_key SET id = $1, serving_keys = $2',
};
/** Locks the master key, so that it is not replaced before the transaction ends. */
export const LOCK_MASTER_KEY: Statement = {
  name: 'lock_master_key',
  text: 'SELECT id FROM master_key FOR SHARE',
};
const LIST_OF_OTHER_KEYS: Statement = {
  name: 'list_credentials_of_other_keys',
  text: `SELECT wallet_id, key_id, sealed FROM wallet_credentials
    WHERE key_id <> $1 AND wallet_id > $2 ORDER BY wallet_id LIMIT $3`,
};
const RESEAL: Statement = {
  name: 'reseal_credentials',
  text: `UPDATE wallet_credentials SET key_id = $2, sealed = $3
    WHERE wallet_id = $1 AND sealed = $4`,
};

/** See `AdminStore.findMasterKey`. */
export async function findMasterKey(
  database: PostgresDatabase,
): Promise<MasterKeyRecord | undefined> {
  const [row] = await database.read(FIND);
  return row && { id: row[0] as string, servingKeys: row[1] as Uint8Array | null };
}

/** See `AdminStore.recordMasterKey`. */
export async function recordMasterKey(
  database: PostgresDatabase,
  record: MasterKeyRecord,
): Promise<MasterKeyRecord> {
  await database.run(RECORD, record.id, record.servingKeys);
  return (await findMasterKey(database)) ?? record;
}

/** See `AdminStore.replaceMasterKey`. */
export async function replaceMasterKey(
  database: PostgresDatabase,
  { id, servingKeys }: MasterKeyRecord,
): Promise<void> {
  await database.run(REPLACE, id, servingKeys);
}

/**
 * Refuses credentials that are not under the master key of the data.
 *
 * @param locked the rows of {@link LOCK_MASTER_KEY}.
 * @throws {MasterKeyReplacedError} if the key is not the current one.
 */
export function requireCurrentKey(
  locked: readonly (readonly unknown[])[] | undefined,
  keyId: string,
): void {
  const current = locked?.[0]?.[0];
  if (current !== undefined && current !== keyId) throw new MasterKeyReplacedError();
}

/** See `AdminStore.listCredentialsOfOtherKeys`. */
export async function listCredentialsOfOtherKeys(
  database: PostgresDatabase,
  keyId: string,
  afterWalletId: string,
  limit: number,
): Promise<readonly WalletCredentials[]> {
  const rows = await database.read(LIST_OF_OTHER_KEYS, keyId, afterWalletId, limit);
  return rows.map(([walletId, previousKeyId, sealed]) => ({
    walletId: walletId as string,
    keyId: previousKeyId as string,
    sealed: sealed as Uint8Array,
  }));
}

/** See `AdminStore.resealCredentials`. */
export async function resealCredentials(
  database: PostgresDatabase,
  { walletId, sealed: previous }: WalletCredentials,
  { keyId, sealed }: SealedCredentials,
): Promise<void> {
  await database.run(RESEAL, walletId, keyId, sealed, previous);
}
