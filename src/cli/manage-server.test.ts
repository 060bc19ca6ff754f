import { randomBytes } from 'node:crypto';

import { pino } from 'pino';
import { expect, it } from 'vitest';

import { MASTER_KEY, NOW_MS } from '../../test/http/service-harness.ts';
import { createManageKey } from '../../test/manage/manage-app.ts';
import { addOneWallet } from '../../test/store/contract/fixtures.ts';
import { openMigratedStore } from '../../test/store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../../test/store/temporary-database.ts';
import { readConfig } from '../config/read-config.ts';
import { RecordNotFoundError, StoreUnavailableError } from '../store/errors.ts';
import type { AuditedWrites } from '../store/manage.ts';
import type { Store } from '../store/store.ts';
import { startManageServer } from './manage-server.ts';

const ROW =
  '{"asset":"BTC","type":"deposit","amount":"1","timestamp":1700000000001,"status":"completed"}';

it('an import for which the database does not respond can be repeated', async () => {
  const { path, remove } = makeTemporaryDatabase();
  const store = await openMigratedStore({ path });
  let failure: Error | undefined = new StoreUnavailableError('the connection was lost');
  const failing = Object.assign(Object.create(store) as Store, {
    withAudit: (...args: Parameters<Store['withAudit']>): AuditedWrites => {
      const writes = store.withAudit(...args);
      const importFile: AuditedWrites['importFile'] = async (request) => {
        if (failure !== undefined) throw failure;
        return writes.importFile(request);
      };
      return { ...writes, importFile };
    },
  });
  const walletId = await addOneWallet(store);
  const key = await createManageKey(store, { expiresAtMs: null, projectId: null });
  const env = { TELLER_DATABASE_URL: path, TELLER_MASTER_KEY: '5a'.repeat(32) };
  const { stdin, stdout, stderr } = process;
  const runtime = { mainPath: '', env, workingFolder: '/', stdin, stdout, stderr };
  const server = await startManageServer(
    { ...runtime, now: () => NOW_MS, randomBytes, config: readConfig(env, '/'), json: false },
    {
      store: failing,
      masterKey: MASTER_KEY,
      logger: pino({ level: 'silent' }),
      metrics: { observeAnswer: () => undefined, countClosed: () => undefined },
      host: '127.0.0.1',
      port: 0,
      portSetting: '--manage-port',
      publicUrl: 'https://teller.example',
    },
  );
  const send = () =>
    fetch(`${server.url}/v0/wallets/${walletId}/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
      body: ROW,
    });
  const refused = await send();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({ code: 'store_unavailable' });
  // The wallet may be removed while its file is read.
  failure = new RecordNotFoundError('wallet', walletId);
  expect((await send()).status).toBe(404);
  failure = undefined;
  expect(await (await send()).json()).toMatchObject({ rows: 1, added: 1 });
  await server.close();
  await store.close();
  remove();
});
