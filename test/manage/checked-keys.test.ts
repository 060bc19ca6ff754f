/** When the key of a wallet is sent to its exchange. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { STOP_SIGNALS } from '../../src/cli/stop-signal.ts';
import { CERTIFIED_EXCHANGES } from '../../src/exchanges/catalogue.ts';
import type { ManageContext } from '../../src/manage/context.ts';
import type { CheckKey } from '../../src/manage/key-check.ts';
import { addWallet, replaceCredentials } from '../../src/manage/wallets.ts';
import { RecordNotFoundError } from '../../src/store/errors.ts';
import { tellerEnvironment } from '../teller.ts';
import { openManageContext } from './manage-context.ts';

const KEY = { exchange: CERTIFIED_EXCHANGES[0]!, credentials: { apiKey: 'a', secret: 's' } };
const UNNAMED = { label: null, externalId: null };

let opened: Awaited<ReturnType<typeof openManageContext>>;
let asked: string[] = [];
let child: ChildProcess | undefined;
const checkKey: CheckKey = async (exchange) => {
  asked.push(exchange);
  return { permissions: undefined, permissionsError: undefined, error: undefined };
};

beforeEach(async () => {
  opened = await openManageContext();
  asked = [];
});
afterEach(() => {
  child?.kill('SIGKILL');
  return opened.close();
});

it('no exchange gets a key for a project that does not exist', async () => {
  const added = { ...UNNAMED, projectId: 'project_none' };
  const adding = addWallet(opened.context, added, KEY, { checkKey });
  await expect(adding).rejects.toThrow(RecordNotFoundError);
  expect(asked).toEqual([]);
});

it('no exchange gets a key that cannot be sealed', async () => {
  const { context, projectId } = opened;
  const added = { ...UNNAMED, projectId };
  const { wallet } = await addWallet(context, added, KEY, { checkKey });
  expect(asked).toHaveLength(1);
  const loadMasterKey = () => Promise.reject(new Error('the master key is missing'));
  const without: ManageContext = { ...context, loadMasterKey };
  for (const change of [
    () => addWallet(without, added, KEY, { checkKey }),
    () => replaceCredentials(without, wallet.id, KEY, { checkKey }),
  ]) {
    await expect(change()).rejects.toThrow('the master key is missing');
  }
  expect(asked).toHaveLength(1);
});

it('the process that checks keys answers after an unexpected error, without a part of the key, and after the signals of a terminal', async () => {
  const module = fileURLToPath(new URL('../../src/cli/key-check-process.ts', import.meta.url));
  child = fork(module, { env: tellerEnvironment({}), execArgv: [] });
  const exited = once(child, 'exit');
  for (const id of [1, 2]) {
    child.send({ id, exchange: 'no exchange SECRET', credentials: { apiKey: 'SECRET' } });
    const [answer] = (await Promise.race([once(child, 'message'), exited])) as [unknown];
    expect(answer).toEqual({
      id,
      error: { code: 'exchange_unavailable', message: 'the check failed unexpectedly' },
    });
    for (const signal of STOP_SIGNALS) child.kill(signal);
  }
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});
