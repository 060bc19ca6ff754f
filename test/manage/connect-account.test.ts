/** Connect sessions in this process, whose settings change while a session is open. */
import { setImmediate } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { ExchangeError } from '../../src/exchanges/exchange.ts';
import {
  cancelSession,
  connectAccount,
  type ConnectContext,
  readSession,
} from '../../src/manage/connect-account.ts';
import { createConnectSession, requireCanceled } from '../../src/manage/connect-sessions.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { NOW_MS } from '../http/service-harness.ts';
import { openManageContext } from './manage-context.ts';

const ORIGIN = 'https://product.example';
const ACCOUNT = {
  exchange: 'binance',
  credentials: { apiKey: 'binance-api-key', secret: 'binance-secret' },
};
const ACCEPTED = { permissions: undefined, permissionsError: undefined, error: undefined };

const OPERATOR = { kind: 'command', id: 'test' } as const;
const LIFETIME_MS = 600_000;

let store: Store;
let context: ConnectContext;
let projectId = '';
let close: () => Promise<void>;

beforeEach(async () => {
  const opened = await openManageContext();
  ({ store, projectId, close } = opened);
  context = {
    ...opened.context,
    checkKey: async () => ACCEPTED,
    exchangeAddresses: [],
    returnOrigins: [ORIGIN],
  };
});
afterEach(() => close());

/** Creates a session, of a wallet or of none, and returns its token. */
async function createSession(walletId: string | null = null): Promise<string> {
  const { url } = await createConnectSession(
    { ...context, actor: OPERATOR },
    { publicUrl: 'https://teller.example', returnOrigins: [ORIGIN] },
    {
      projectId,
      exchange: null,
      externalId: null,
      label: null,
      walletId,
      returnUrl: `${ORIGIN}/done`,
      lifetimeMs: LIFETIME_MS,
    },
  );
  return url.split('#')[1]!;
}

it('leads to no origin that the operator does not allow any more', async () => {
  const token = await createSession();
  expect((await readSession(context, token)).returnOrigin).toBe(ORIGIN);
  const later = { ...context, returnOrigins: ['https://other.example'] };
  expect((await readSession(later, token)).returnOrigin).toBeNull();
  expect(await cancelSession(later, token)).toEqual({ returnUrl: null });
});

it('returns the end of a connected session until its time is over, and no other end', async () => {
  const used = await createSession();
  await connectAccount(context, used, ACCOUNT);
  const { id, connected } = await readSession(context, used);
  expect(connected).toEqual({ returnUrl: `${ORIGIN}/done?session=${id}&state=connected` });
  const late = { ...context, now: () => NOW_MS + LIFETIME_MS };
  await expect(readSession(late, used)).rejects.toMatchObject({ code: 'session_used' });
  const canceled = await createSession();
  await cancelSession(context, canceled);
  await expect(readSession(context, canceled)).rejects.toMatchObject({ code: 'session_canceled' });
});

it('connects an account once if two sessions check its key at the same time', async () => {
  const both = Promise.withResolvers<void>();
  let checks = 0;
  const racing: ConnectContext = {
    ...context,
    checkKey: async () => {
      checks += 1;
      if (checks === 2) both.resolve();
      await both.promise;
      return ACCEPTED;
    },
  };
  const tokens = [await createSession(), await createSession()];
  const results = await Promise.allSettled(
    tokens.map((token) => connectAccount(racing, token, ACCOUNT)),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { code: 'already_connected' } });
  expect(await store.listWallets()).toHaveLength(1);
});

it('does not send the key of an account that is connected to its exchange', async () => {
  await connectAccount(context, await createSession(), ACCOUNT);
  const token = await createSession();
  const checking = { ...context, checkKey: () => Promise.reject(new Error('asked the exchange')) };
  const connecting = connectAccount(checking, token, ACCOUNT);
  await expect(connecting).rejects.toMatchObject({ code: 'already_connected' });
});

it('cannot be canceled by its operator after the customer has connected an account', async () => {
  const token = await createSession();
  await connectAccount(context, token, ACCOUNT);
  const [wallet] = await store.listWallets();
  const range = { projectId, nowMs: NOW_MS, limit: 1 };
  const [session] = await store.listConnectSessions(range);
  const canceling = requireCanceled({ ...context, actor: OPERATOR }, session!.id);
  await expect(canceling).rejects.toMatchObject({
    code: 'session_not_open',
    message: expect.stringContaining(
      `already connected an account with the session: ${wallet!.id}`,
    ),
  });
  expect(await store.listWallets()).toHaveLength(1);
});

/** Connects an account. Returns `connected`, or the code of the error. */
function connect(own: ConnectContext, token: string, apiKey = 'own-key'): Promise<string> {
  const credentials = { ...ACCOUNT.credentials, apiKey };
  return connectAccount(own, token, { ...ACCOUNT, credentials }).then(
    () => 'connected',
    ({ code }: { code: string }) => code,
  );
}

it('reports the state of a session that is not open', async () => {
  expect(await connect(context, 'unknown')).toBe('session_not_found');
  const late = { ...context, now: () => NOW_MS + LIFETIME_MS };
  expect(await connect(late, await createSession())).toBe('session_expired');
  const canceled = await createSession();
  await cancelSession(context, canceled);
  expect(await connect(context, canceled)).toBe('session_canceled');
  const used = await createSession();
  expect(await connect(context, used)).toBe('connected');
  expect(await connect(context, used)).toBe('session_used');
  expect(await store.listWallets()).toHaveLength(1);
});

it('stores no key if the session was canceled or its wallet removed during the check', async () => {
  const token = await createSession();
  const canceling: ConnectContext = {
    ...context,
    checkKey: async () => {
      await cancelSession(context, token);
      return ACCEPTED;
    },
  };
  const canceled = connectAccount(canceling, token, ACCOUNT);
  await expect(canceled).rejects.toMatchObject({ code: 'session_canceled' });
  expect(await store.listWallets()).toEqual([]);
  await connectAccount(context, await createSession(), ACCOUNT);
  const [wallet] = await store.listWallets();
  const removing: ConnectContext = {
    ...context,
    checkKey: async () => {
      await store.removeWallet(wallet!.id);
      return ACCEPTED;
    },
  };
  const removed = connectAccount(removing, await createSession(wallet!.id), ACCOUNT);
  await expect(removed).rejects.toMatchObject({ code: 'session_canceled' });
  expect(await store.listWallets()).toEqual([]);
});

it.each([
  [59_999, 'session_busy', 'connected'],
  // After a minute, the process that checks may have ended.
  [60_001, 'connected', 'session_used'],
])(
  'after %i ms, another request is answered %s, and the one that checks %s',
  async (passedMs, later, first) => {
    const token = await createSession();
    let other = '';
    const slow: ConnectContext = {
      ...context,
      checkKey: async () => {
        other = await connect({ ...context, now: () => NOW_MS + passedMs }, token, 'other-key');
        return ACCEPTED;
      },
    };
    const own = await connect(slow, token);
    expect([other, own]).toEqual([later, first]);
    expect(await store.listWallets()).toHaveLength(1);
  },
);

it('a request whose check took too long can be repeated if the session is still open', async () => {
  const token = await createSession();
  const refusal = new ExchangeError('exchange_key_refused', 'wrong key');
  const refusing = async () => ({ ...ACCEPTED, error: refusal });
  let other = '';
  const slow: ConnectContext = {
    ...context,
    checkKey: async () => {
      const later = { ...context, now: () => NOW_MS + 60_001, checkKey: refusing };
      other = await connect(later, token, 'other-key');
      return ACCEPTED;
    },
  };
  expect([await connect(slow, token), other]).toEqual(['session_busy', 'credentials_rejected']);
  expect(await store.listWallets()).toEqual([]);
  expect(await connect(context, token)).toBe('connected');
});

it('connects an account although the steps of its check cannot be recorded', async () => {
  const failing: ConnectContext = {
    ...context,
    store: {
      ...store,
      recordConnectStep: () => Promise.reject(new StoreUnavailableError('the database is locked')),
    },
    checkKey: async (_exchange, _credentials, caller) => {
      caller?.onStep?.('balances');
      return ACCEPTED;
    },
  };
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  expect(await connect(failing, await createSession())).toBe('connected');
  await setImmediate();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

it('reports a session as canceled if its wallet was removed, and not if the database fails', async () => {
  await connectAccount(context, await createSession(), ACCOUNT);
  const [wallet] = await store.listWallets();
  const token = await createSession(wallet!.id);
  const unavailable = new StoreUnavailableError('the database is locked');
  const failing = { ...store, readManagedWallet: () => Promise.reject(unavailable) };
  await expect(readSession({ ...context, store: failing }, token)).rejects.toBe(unavailable);
  const removing: typeof store = {
    ...store,
    readProject: async (...args) => {
      await store.removeWallet(wallet!.id);
      return store.readProject(...args);
    },
  };
  const canceled = readSession({ ...context, store: removing }, token);
  await expect(canceled).rejects.toMatchObject({ code: 'session_canceled' });
});

it('a session remains open until the check that began before its end is over', async () => {
  const token = await createSession();
  const states: string[] = [];
  const list = (nowMs: number) =>
    store.listConnectSessions({ projectId, nowMs, limit: 1 }).then(([session]) => session?.state);
  const slow: ConnectContext = {
    ...context,
    now: () => NOW_MS + LIFETIME_MS - 1,
    checkKey: async () => {
      const afterEnd = NOW_MS + LIFETIME_MS + 1;
      states.push((await list(afterEnd)) ?? '');
      states.push(await connect({ ...context, now: () => afterEnd }, token, 'other-key'));
      // The process that checks may have ended.
      states.push((await list(afterEnd + 60_000)) ?? '');
      return ACCEPTED;
    },
  };
  expect(await connect(slow, token)).toBe('connected');
  expect(states).toEqual(['open', 'session_busy', 'expired']);
});

it('a customer who cancels a session that is connected meanwhile learns that it is', async () => {
  const token = await createSession();
  const racing: ConnectContext = {
    ...context,
    store: {
      ...store,
      findConnectSession: async (...args) => {
        const session = await store.findConnectSession(...args);
        if (session?.state === 'open') await connectAccount(context, token, ACCOUNT);
        return session;
      },
    },
  };
  await expect(cancelSession(racing, token)).rejects.toMatchObject({ code: 'session_used' });
  const actions = (await store.listAudit({ limit: 9 })).map(({ action }) => action);
  expect(actions).not.toContain('connect_session.cancel');
});
