/** What the client sends, and how it reads answers that are rare. */
import { expect, expectTypeOf, it } from 'vitest';

import {
  type ProjectTransaction,
  WalletTeller,
  WalletTellerManagement,
} from '../../client/src/index.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** Returns a client of each kind, and what they send to a service with this answer. */
function connect(answer: () => Response = () => Response.json({ transactions: [], items: [] })) {
  const sent: Sent[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), init });
    return answer();
  };
  const baseUrl = 'http://teller.example/';
  const own = { apiKey: 'key', orgId: 'org', projectId: 'project', walletId: 'wallet' };
  const shared = { baseUrl, retries: 0, fetch: fetch as typeof globalThis.fetch };
  return {
    sent,
    wallet: new WalletTeller({ ...shared, ...own }),
    management: new WalletTellerManagement({ ...shared, manageKey: 'mkey' }),
  };
}

it('an answer that another key has received is not read from the cache of a browser', async () => {
  const { sent, wallet } = connect();
  await wallet.transactions.list();
  expect(sent[0]?.init).toMatchObject({ cache: 'no-store', redirect: 'error' });
});

it('the options of a call are not sent as parameters', async () => {
  const { sent, wallet } = connect();
  const { signal } = new AbortController();
  await wallet.transactions.list({ limit: 1, asset: undefined, signal });
  expect(sent[0]?.url).toBe('http://teller.example/v0/wallet/transactions?limit=1');
});

it('a filter of the management API may be undefined', async () => {
  const { sent, management } = connect();
  const undefinedFilter = { orgId: undefined, projectId: undefined };
  await management.projects.page(undefinedFilter);
  await management.wallets.page(undefinedFilter);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['', '']);
});

it('a walk has many rows in each request', async () => {
  const { sent, wallet } = connect();
  for await (const row of wallet.transactions.all()) expect(row).toBeUndefined();
  const query = { limit: undefined };
  for await (const row of wallet.transactions.all(query)) expect(row).toBeUndefined();
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=500', '?limit=500']);
});

it('the transactions of a project have the fields of the request', async () => {
  const { sent, management } = connect();
  const { items } = await management.project('a').transactions.page({ fields: ['id', 'amount'] });
  expectTypeOf(items).toEqualTypeOf<readonly Pick<ProjectTransaction, 'id' | 'amount'>[]>();
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?fields=id%2Camount']);
});

it('a walk from a cursor has the parameters of the request that returned it', async () => {
  const { sent, wallet } = connect();
  for await (const row of wallet.transactions.all({ cursor: 'abc' })) expect(row).toBeUndefined();
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?cursor=abc']);
});

it('an identifier cannot lead to another route of the management API', async () => {
  const { sent, management } = connect();
  await management.project('a/b').apiKeys.page();
  await management.wallet('a/b').get();
  await management.connectSession('a/b').get();
  await management.apiKey('a/b').revoke();
  expect(sent.map(({ url }) => url.replace('http://teller.example/v0/', ''))).toEqual([
    'projects/a%2Fb/api-keys',
    'wallets/a%2Fb',
    'connect-sessions/a%2Fb',
    'api-keys/a%2Fb',
  ]);
});

it('the decisions of an import are sent line by line', async () => {
  const { sent, management } = connect();
  const { imports } = management.wallet('wallet_a');
  await imports.create('a,b', { map: ['gift=reward', 'a,b=fee'], skip: ['x', 'y'] });
  const { searchParams } = new URL(sent[0]!.url);
  expect(Object.fromEntries(searchParams)).toEqual({ map: 'gift=reward\na,b=fee', skip: 'x\ny' });
  await imports.create('a,b', { map: [], skip: [] });
  expect(new URL(sent[1]!.url).search).toBe('');
});

it.each([
  ['*', '*'],
  ['', []],
  ['A%2CB,BTC', ['A,B', 'BTC']],
])('reads the unknown networks %j as %j', async (header, networks) => {
  const headers = { 'x-svc-unknown-networks': header };
  const { wallet } = connect(() => Response.json({ balances: [] }, { headers }));
  expect((await wallet.withdrawableBalance()).sync.unknownNetworks).toEqual(networks);
});

it.each([
  ['7', 7000],
  ['1'.repeat(10), null],
  ['soon', null],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  [undefined, null],
])('reads a wait of %j as %j ms', async (header, retryAfterMs) => {
  const headers = header === undefined ? {} : { 'retry-after': header };
  const body = { code: 'overloaded', title: 'x', detail: 'x', requestId: 'x' };
  const { wallet } = connect(() => Response.json(body, { status: 503, headers }));
  await expect(wallet.transactions.list()).rejects.toMatchObject({ retryAfterMs });
});

it.each([{ code: 'overloaded' }, { detail: 'busy' }, null])(
  'the answer %j of a proxy is not taken for one of the service',
  async (body) => {
    const { wallet } = connect(() => Response.json(body, { status: 503 }));
    await expect(wallet.transactions.list()).rejects.toMatchObject({ code: 'unexpected_response' });
  },
);
