import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { useScratch } from '../../test/scratch.ts';
import { MASTER_KEY, NOW_MS } from '../../test/http/service-harness.ts';
import { callApp, createManageKey } from '../../test/manage/manage-app.ts';
import { openManageContext } from '../../test/manage/manage-context.ts';
import { readConfig } from '../config/read-config.ts';
import { createConnectSession } from '../manage/connect-sessions.ts';
import { createConnectService } from './connect-service.ts';
import { createManageService } from './manage-service.ts';

/** A process that checks keys, and returns no result. */
const CHILD = `
  import { writeFileSync } from 'node:fs';
  process.on('message', () => writeFileSync('asked', ''));
`;
const ACCOUNT = {
  exchange: 'binance',
  credentials: { apiKey: 'binance-api-key', secret: 'binance-secret' },
};
const CONFIG = readConfig({ TELLER_MASTER_KEY: '5a'.repeat(32) }, '/');

const scratch = useScratch();
let opened: Awaited<ReturnType<typeof openManageContext>>;

beforeEach(async () => {
  scratch.write('key-check-process.mjs', CHILD);
  opened = await openManageContext();
});
afterEach(() => opened.close());

const makeParts = () => ({
  store: opened.store,
  now: () => NOW_MS,
  randomBytes,
  mainPath: join(scratch.folder, 'main.mjs'),
  env: process.env,
  workingFolder: scratch.folder,
});
async function untilAsked(): Promise<void> {
  await expect.poll(() => existsSync(join(scratch.folder, 'asked'))).toBe(true);
}
const INTERRUPTED = expect.stringContaining('interrupted');

it('the end of a service interrupts the check of a key, whose process would keep it running', async () => {
  const { context, projectId } = opened;
  const session = await createConnectSession(
    context,
    { publicUrl: 'https://teller.example', returnOrigins: [] },
    {
      projectId,
      exchange: null,
      externalId: null,
      label: null,
      walletId: null,
      returnUrl: null,
      lifetimeMs: 600_000,
    },
  );
  const { connect, close } = createConnectService(CONFIG, makeParts());
  const token = session.url.split('#')[1]!;
  const connecting = connect.connect(token, ACCOUNT).catch((error: unknown) => error);
  await untilAsked();
  close();
  expect(await connecting).toMatchObject({ message: INTERRUPTED });
}, 15_000);

it('the end of the management API interrupts the check of a key', async () => {
  const { store, projectId } = opened;
  const { app, close } = await createManageService(CONFIG, {
    ...makeParts(),
    masterKey: MASTER_KEY,
    logger: pino({ level: 'silent' }),
    metrics: { observeAnswer: () => undefined, countClosed: () => undefined },
    publicUrl: 'https://teller.example',
    importFile: () => Promise.reject(new Error('not part of these tests')),
  });
  const key = await createManageKey(store, { expiresAtMs: null, projectId: null });
  const adding = callApp(app, key, `POST /v0/projects/${projectId}/wallets`, { body: ACCOUNT });
  await untilAsked();
  close();
  expect((await adding).body).toMatchObject({ detail: INTERRUPTED });
  await app.close();
}, 15_000);
