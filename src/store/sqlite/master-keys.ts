/** The master key of the data, and credentials under keys that it replaced. */
import type { MasterKeyRecord } from '../../domain/master-key.ts';
import type { SealedCredentials } from '../../domain/sealed-credentials.ts';
import type { WalletCredentials } from '../admin.ts';
import { MasterKeyReplacedError } from '../errors.ts';
import type { SqliteConnection } from './connection.ts';

/** See `AdminStore.findMasterKey`. */
export function findMasterKey(connection: SqliteConnection): MasterKeyRecord | undefined {
  // A backup by an older version has no column of serving keys.
  const row = connection.readRow('SELECT * FROM master_key');
  if (row === undefined) return undefined;
  const [, id, servingKeys = null] = row;
  return { id: id as string, servingKeys: servingKeys as Uint8Array | null };
}

/** See `AdminStore.recordMasterKey`. */
export function recordMasterKey(
  connection: SqliteConnection,
  record: MasterKeyRecord,
): MasterKeyRecord {
  return connection.write(() => {
    connection.change(
      `INSERT INTO master_key (only_row, id, serving_keys) VALUES (1, ?, ?) ON CONFLICT DO NOTHING`,
      record.id,
      record.servingKeys,
    );
    return findMasterKey(connection) ?? record;
  });
}

/** See `AdminStore.replaceMasterKey`. */
export function replaceMasterKey(
  connection: SqliteConnection,
  { id, servingKeys }: MasterKeyRecord,
): void {
  connection.write(() => {
    connection.change('UPDATE master_key SET id = ?, serving_keys = ?', id, servingKeys);
  });
}

/** Refuses credentials that are not under the master key of the data. @throws {MasterKeyReplacedError} */
export function requireCurrentKey(connection: SqliteConnection, keyId: string): void {
  const current = findMasterKey(connection);
  if (current !== undefined && current.id !== keyId) throw new MasterKeyReplacedError();
}

/** See `AdminStore.listCredentialsOfOtherKeys`. */
export function listCredentialsOfOtherKeys(
  connection: SqliteConnection,
  keyId: string,
  afterWalletId: string,
  limit: number,
): readonly WalletCredentials[] {
  const rows = connection.readRows(
    `SELECT wallet.id, key_id, sealed FROM wallet_credentials
      JOIN wallet ON wallet.wallet_no = wallet_credentials.wallet_no
      WHERE key_id <> ? AND wallet.id > ? ORDER BY wallet.id LIMIT ?`,
    keyId,
    afterWalletId,
    limit,
  );
  return rows.map(([walletId, previousKeyId, sealed]) => ({
    walletId: walletId as string,
    keyId: previousKeyId as string,
    sealed: sealed as Uint8Array,
  }));
}

/** See `AdminStore.resealCredentials`. */
export function resealCredentials(
  connection: SqliteConnection,
  previous: WalletCredentials,
  { keyId, sealed }: SealedCredentials,
): void {
  connection.write(() => {
    connection.change(
      `UPDATE wallet_credentials SET key_id = ?, sealed = ?
        WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?) AND sealed = ?`,
      keyId,
      sealed,
      previous.walletId,
      previous.sealed,
    );
  });
}
