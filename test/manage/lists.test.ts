/** Lists of the management API: their pages, and what they show of each item. */
import { beforeEach, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import { addWebhook } from '../../src/manage/webhooks.ts';
import { sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { createTenant, createWallet } from '../http/tenants.ts';
import {
  claim,
  CREDENTIALS,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
} from '../store/contract/fixtures.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { useManageApp } from './manage-app.ts';
import { LOCAL_TARGETS } from './manage-context.ts';

let nowMs = NOW_MS;
const opened = useManageApp({ now: () => nowMs });
const { call } = opened;
beforeEach(() => void (nowMs = NOW_MS));

/** Returns the items of a list that is read page by page, one item a page. */
async function listItems(path: string): Promise<readonly Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let next: string | undefined = `${path}?limit=1`;
  while (next !== undefined && items.length < 10) {
    const { body, headers } = await call(`GET ${next}`);
    items.push(...body.items);
    next = /^<(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
  }
  return items;
}

const walletOf = ({ walletId }: Record<string, unknown>) => walletId;
const idsOf = (items: readonly Record<string, unknown>[]) => items.map(({ id }) => id);

it('webhooks are listed page by page, also those of one millisecond', async () => {
  const { projectId } = opened;
  const ids: string[] = [];
  for (const atMs of [NOW_MS, NOW_MS, NOW_MS + 1]) {
    const context = { ...opened.context, now: () => atMs };
    const added = { projectId, url: 'http://127.0.0.1:9/', events: [], walletIds: null };
    ids.push((await addWebhook(context, LOCAL_TARGETS, added)).webhook.id);
  }
  const listed = idsOf(await listItems(`/v0/projects/${projectId}/webhooks`));
  expect(listed).toEqual([...ids.slice(0, 2).toSorted(), ids[2]]);
});

it('a page has a hundred items by default, and a thousand at most', async () => {
  for (let index = 1; index <= 100; index += 1) {
    await opened.store.createOrganization({ id: `org_${index}`, name: 'o', createdAtMs: nowMs });
  }
  const { body, headers } = await call('GET /v0/organizations');
  expect([body.items.length, headers['link']]).toEqual([100, expect.stringContaining('cursor=')]);
  const all = await call('GET /v0/organizations?limit=1000');
  expect([all.body.items.length, all.headers['link']]).toEqual([101, undefined]);
  expect((await call('GET /v0/organizations?limit=1001')).status).toBe(400);
});

it('organizations, projects and connect sessions are listed page by page', async () => {
  const organizations = (await call('GET /v0/organizations')).body.items;
  const projects = (await call('GET /v0/projects')).body.items;
  const sessions: string[] = [];
  for (const atMs of [NOW_MS + 1, NOW_MS + 2, NOW_MS + 3]) {
    nowMs = atMs;
    const { id: orgId } = (await call('POST /v0/organizations', { name: 'o' })).body;
    organizations.push({ id: orgId });
    projects.push((await call('POST /v0/projects', { orgId, name: 'p' })).body);
    const path = `/v0/projects/${opened.projectId}/connect-sessions`;
    sessions.unshift((await call(`POST ${path}`, {})).body.id);
  }
  expect(idsOf(await listItems('/v0/organizations'))).toEqual(idsOf(organizations));
  expect(idsOf(await listItems('/v0/projects'))).toEqual(idsOf(projects));
  const listed = await listItems(`/v0/projects/${opened.projectId}/connect-sessions`);
  expect(idsOf(listed)).toEqual(sessions);
});

it('the imports of a wallet are listed page by page', async () => {
  const { store, projectId } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  for (const id of ['import_c', 'import_a', 'import_b']) {
    await importRows(store, 'wallet_a', [makeTransaction(id)], { id });
  }
  const listed = await listItems('/v0/wallets/wallet_a/imports');
  expect(idsOf(listed)).toEqual(['import_c', 'import_a', 'import_b']);
});

it('the transactions and balances of a project are listed page by page', async () => {
  const { store } = opened;
  const balances = ['BTC', 'ETH'].map((asset) => makeBalance(asset));
  const content = { transactions: sampleTransactions(3), balances };
  const { projectId, walletId: first } = await createTenant(store, MASTER_KEY, content);
  const second = await createWallet(store, MASTER_KEY, projectId, content);
  for (const [list, count] of [
    ['transactions', 6],
    ['balances', 4],
  ] as const) {
    const path = `/v0/projects/${projectId}/${list}`;
    const { items } = (await call(`GET ${path}`)).body;
    expect(items).toHaveLength(count);
    expect(new Set(items.map(walletOf))).toEqual(new Set([first, second]));
    expect(await listItems(path)).toEqual(items);
  }
  for (const [filter, count] of [
    [`walletId=${second}`, 2],
    ['asset=ETH', 2],
    [`walletId=${second}&asset=ETH`, 1],
  ] as const) {
    const { items } = (await call(`GET /v0/projects/${projectId}/balances?${filter}`)).body;
    expect([filter, items.length]).toEqual([filter, count]);
    expect(items).toContainEqual(expect.objectContaining({ walletId: second, asset: 'ETH' }));
  }
});

it('exchanges are listed page by page', async () => {
  const all = (await call('GET /v0/exchanges?limit=1000')).body.items;
  const ids: unknown[] = [];
  let path = '/v0/exchanges?limit=40';
  for (let page = 0; path !== '' && page < 10; page += 1) {
    const { body, headers } = await call(`GET ${path}`);
    ids.push(...idsOf(body.items));
    path = /^<(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1] ?? '';
  }
  expect(ids).toEqual(idsOf(all));
  expect(ids.length).toBeGreaterThan(40);
});

it('the transactions of a project continue after a bound with very many digits', async () => {
  const content = { transactions: sampleTransactions(3) };
  const { projectId } = await createTenant(opened.store, MASTER_KEY, content);
  const since = `2000-01-01T00:00:00.${'0'.repeat(8000)}Z`;
  const path = `/v0/projects/${projectId}/transactions?since=${since}&fields=id,${'id,'.repeat(20)}id`;
  const { body, headers } = await call(`GET ${path}&limit=2`);
  const next = /^<(.+)>; rel="next"$/.exec(String(headers['link']))![1]!;
  expect(next.length).toBeLessThan(1000);
  const second = await call(`GET ${next}`);
  expect([second.status, body.items.length, second.body.items.length]).toEqual([200, 2, 1]);
});

it('a page continues if its filters are in another order', async () => {
  const { store, projectId } = opened;
  for (const id of ['wallet_a', 'wallet_b']) {
    await store.addWallet(makeWallet(id, { projectId }), CREDENTIALS);
  }
  const path = `/v0/projects/${projectId}/wallets`;
  const { items } = (await call(`GET ${path}`)).body;
  const [exchange, state] = [items[0].exchange, items[0].state];
  const first = await call(`GET ${path}?limit=1&exchange=${exchange}&state=${state}`);
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers['link']))![1];
  const second = await call(
    `GET ${path}?state=${state}&cursor=${cursor}&exchange=${exchange}&limit=1`,
  );
  expect([second.status, second.body.items]).toEqual([200, [items[1]]]);
  const other = await call(`GET ${path}?state=${state}&cursor=${cursor}`);
  expect(other.status).toBe(400);
});

it('a webhook that fails is listed with its reason and its next attempt', async () => {
  const { context, projectId, store } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  const events = ['transaction.created'] as const;
  const added = { projectId, url: 'http://127.0.0.1:9/', events, walletIds: null };
  const { webhook } = await addWebhook(context, LOCAL_TARGETS, added);
  await importRows(store, 'wallet_a', [makeTransaction('tx_1')]);
  const times = { nowMs: NOW_MS, untilMs: NOW_MS + 1000, endpointId: webhook.id };
  const delivery = await store.claimDelivery(times);
  await store.recordDelivery(delivery!, {
    deliveredNo: 0,
    untilMs: null,
    dueAtMs: NOW_MS + 60_000,
    failure: { message: 'the receiver returned 500', sinceMs: NOW_MS, count: 1 },
  });
  const { items } = (await call(`GET /v0/projects/${projectId}/webhooks`)).body;
  expect(items).toMatchObject([
    {
      state: 'failing',
      pendingCount: 1,
      failing: {
        walletId: 'wallet_a',
        message: 'the receiver returned 500',
        since: new Date(NOW_MS).toISOString(),
        nextAttemptAt: new Date(NOW_MS + 60_000).toISOString(),
      },
    },
  ]);
});

it('a balance says that its wallet has not been synchronised completely', async () => {
  const { store, projectId } = opened;
  await store.addWallet(makeWallet('wallet_a', { projectId }), CREDENTIALS);
  const lease = await claim(store, 'wallet_a', NOW_MS);
  await store.recordBalances(lease, makeBalances([makeBalance('BTC')]));
  const { items } = (await call(`GET /v0/projects/${projectId}/balances`)).body;
  expect(items).toMatchObject([{ walletId: 'wallet_a', asset: 'BTC', lastSyncAt: null }]);
});

it('a project’s balances say whose networks are unknown and whose amounts are unverified', async () => {
  const { store } = opened;
  const btc = { asset: 'BTC', amount: parseDecimal('1.000000000000000001'), networks: [] };
  const eth = {
    asset: 'ETH',
    amount: parseDecimal('2'),
    networks: [],
    networksUnknown: true,
  } as const;
  const { projectId, walletId: first } = await createTenant(store, MASTER_KEY, { balances: [btc] });
  const content = { balances: [btc, eth], withdrawableUnverified: true };
  const second = await createWallet(store, MASTER_KEY, projectId, content);
  const { body } = await call(`GET /v0/projects/${projectId}/balances`);
  const shown = body.items.map((item: Record<string, unknown>) => [
    item['walletId'],
    item['asset'],
    item['networksUnknown'],
    item['withdrawableUnverified'],
  ]);
  expect(shown).toEqual([
    [first, 'BTC', false, false],
    [second, 'BTC', false, true],
    [second, 'ETH', true, true],
  ]);
});
