import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { NOW_MS } from '../../test/http/service-harness.ts';
import { openManageContext } from '../../test/manage/manage-context.ts';
import { readConfig } from '../config/read-config.ts';
import { createConnectSession } from '../manage/connect-sessions.ts';
import { createConnectService } from './connect-service.ts';

/** A process that checks keys, and reports a step but no result. */
const CHILD = "process.on('message', ({ id }) => process.send({ id, step: 'balances' }));";
const ACCOUNT = {
  exchange: 'binance',
  credentials: { apiKey: 'binance-api-key', secret: 'binance-secret' },
};

it('the end of a service interrupts the check of a key, whose process would keep it running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'teller-connect-'));
  writeFileSync(join(folder, 'key-check-process.mjs'), CHILD);
  const { store, context, projectId, close } = await openManageContext();
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
  const token = session.url.split('#')[1]!;
  const service = createConnectService(readConfig({ TELLER_MASTER_KEY: '5a'.repeat(32) }, '/'), {
    store,
    now: () => NOW_MS,
    randomBytes,
    process: { mainPath: join(folder, 'main.mjs'), env: process.env, workingFolder: folder },
  });
  const { connect } = service;
  const connecting = connect.connect(token, ACCOUNT).catch((error: unknown) => error);
  await expect.poll(() => connect.readProgress(token)).toEqual({ step: 'balances' });
  service.close();
  expect(await connecting).toMatchObject({ message: expect.stringContaining('interrupted') });
  await close();
  rmSync(folder, { recursive: true });
}, 15_000);
