/** The master key of the data, and credentials under keys that it replaced. */
import type { MasterKeyRecord } from '../../domain/master-key.ts';
import type { AdminStore, WalletCredentials } from '../admin.ts';
import { MasterKeyReplacedError } from '../errors.ts';
import type { Database, Session } from '../sql/database.ts';
import { EngineText, sql } from '../sql/query.ts';
import { readValue } from './read-value.ts';
import { numberOf } from './written-wallet.ts';

/** Concurrent writers of credentials may share it; a replacement waits for them. */
const FOR_SHARE = new EngineText({ sqlite: '', postgres: 'FOR SHARE' });

/** Returns the methods of the master key. */
export function masterKeyStatements(database: Database) {
  return {
    findMasterKey: () => findMasterKey(database),

    recordMasterKey: (record) =>
      database.write(async (session) => {
        await session.change(sql`INSERT INTO master_key (only_row, id, serving_keys)
          VALUES (1, ${record.id}, ${record.servingKeys}) ON CONFLICT DO NOTHING`);
        return (await findMasterKey(session)) ?? record;
      }),

    replaceMasterKey: ({ id, servingKeys }) =>
      database.write(async (session) => {
        await session.change(sql`UPDATE master_key SET id = ${id}, serving_keys = ${servingKeys}`);
      }),

    listCredentialsOfOtherKeys: (keyId, afterWalletId, limit) =>
      database.rows<WalletCredentials>(sql`SELECT wallet.id AS "walletId", key_id AS "keyId", sealed
        FROM wallet_credentials JOIN wallet ON wallet.wallet_no = wallet_credentials.wallet_no
        WHERE key_id <> ${keyId} AND wallet.id > ${afterWalletId} ORDER BY wallet.id LIMIT ${limit}`),

    async resealCredentials({ walletId, sealed: previous }, { keyId, sealed }) {
      await database.change(sql`UPDATE wallet_credentials SET key_id = ${keyId}, sealed = ${sealed}
        WHERE wallet_no = ${numberOf(walletId)}
          AND sealed = ${previous}`);
    },
  } satisfies Partial<AdminStore>;
}

/** Returns the master key of the data; `undefined` if none is recorded. */
export function findMasterKey(session: Session): Promise<MasterKeyRecord | undefined> {
  return session.row<MasterKeyRecord>(
    sql`SELECT id, serving_keys AS "servingKeys" FROM master_key`,
  );
}

/**
 * Checks that credentials are sealed under the master key of the data, which is not replaced before the transaction ends.
 *
 * @throws {MasterKeyReplacedError} if they are not.
 */
export async function requireCurrentKey(session: Session, keyId: string): Promise<void> {
  const current = await readValue<string>(session, sql`SELECT id FROM master_key ${FOR_SHARE}`);
  if (current !== undefined && current !== keyId) throw new MasterKeyReplacedError();
}
