import { expect, it } from 'vitest';

import { createCcxtInstance, loadCcxtClass } from '../client/ccxt-instance.ts';
import { UNVERIFIED } from './balances.ts';
import type { UnifiedExchange } from './unified-exchange.ts';
import { overrideUnifiedMethods, reasonUnread } from './unified-overrides.ts';

/** Returns an instance of a class of ccxt with some methods of its own, before they are replaced. */
async function create(methods: object = {}, accountType?: string): Promise<UnifiedExchange> {
  const instance = createCcxtInstance(await loadCcxtClass('mexc'), {
    credentials: { apiKey: 'key', secret: 'secret' },
    proxyUrl: undefined,
    timeoutMs: 1000,
    nowMs: () => 1_700_000_000_000,
    fetch: () => Promise.reject(new Error('not used')),
  });
  const ccxt = Object.assign(instance, methods) as UnifiedExchange;
  overrideUnifiedMethods(ccxt, accountType);
  return ccxt;
}

it('computes a free amount exactly, and marks it if the amount in use is not reported', async () => {
  const ccxt = await create();
  const balance = {
    A: { total: '3', used: '1.0' },
    B: { total: '3' },
    C: { total: 'x', used: '1' },
    D: { free: '1', total: '5', used: '2' },
    E: { total: '3', used: 1 },
    F: { total: 3 },
    info: null,
  };
  expect(ccxt.safeBalance(structuredClone(balance))).toEqual({
    ...balance,
    A: { total: '3', used: '1.0', free: '2.0' },
    B: { total: '3', free: '3', [UNVERIFIED]: true },
    C: { total: 'x', used: '1', free: 'x - 1' },
  });
});

it('reads the rows of a list or a map, and no message as a row', async () => {
  const ccxt = await create({ parseTransaction: (row: object) => ({ ...row }) });
  const infosOf = (rows: unknown) => ccxt.parseTransactions(rows).map(({ info }) => info);
  const [a, b] = [{ id: 'a' }, { id: 'b' }];
  expect(infosOf([a, b])).toEqual([a, b]);
  expect(infosOf({ 1: a, 2: b })).toEqual([a, b]);
  for (const message of [null, 'busy', {}, { data: a, code: 1 }, { data: null }, { data: [a] }]) {
    expect(infosOf(message)).toEqual([]);
  }
  expect(infosOf({ error: {} })).toEqual([]);
});

it('returns a row that a class cannot read with the reason, and the others', async () => {
  const parseTransaction = ({ id }: { id?: string }) => {
    if (id === undefined) throw new TypeError('no id'.padEnd(300, '.'));
    return { id };
  };
  const ccxt = await create({ parseTransaction });
  const [odd, read] = ccxt.parseTransactions([{}, { id: 'b' }]);
  expect(reasonUnread(odd!)).toMatch(/^no id\.+$/);
  expect(reasonUnread(odd!)).toHaveLength(200);
  expect(read).toMatchObject({ id: 'b', info: { id: 'b' } });
  expect(reasonUnread(read!)).toBeNull();
});

it('selects rows by a field that the rows have', async () => {
  const ccxt = await create();
  const rows = [{ currency: 'BTC' }, { currency: 'ETH' }, {}];
  expect(ccxt.filterByValueSinceLimit(rows, 'currency', 'BTC')).toEqual([rows[0], rows[2]]);
  expect(ccxt.filterByValueSinceLimit(rows, 'currency')).toEqual(rows);
  expect(ccxt.filterByValueSinceLimit(rows, 'currency', null)).toEqual(rows);
});

it('returns the rows of every time', async () => {
  const ccxt = await create();
  const rows = [{ timestamp: 5 }, { timestamp: 1 }, {}];
  expect(ccxt.filterBySinceLimit(rows)).toEqual(rows);
});

it('loads accounts once, with an account of the requested type first', async () => {
  let calls = 0;
  const accounts = [{ type: 'margin' }, null, { type: 'spot' }];
  const loadAccounts = async () => {
    calls += 1;
    return Promise.resolve(accounts);
  };
  const ccxt = await create({ loadAccounts }, 'spot');
  await ccxt.loadAccounts();
  expect(await ccxt.loadAccounts()).toEqual([accounts[2], accounts[0], null]);
  expect(calls).toBe(1);
  expect(await (await create({ loadAccounts })).loadAccounts()).toEqual(accounts);
  const refuse = () => Promise.reject(new Error('no right'));
  expect(await (await create({ loadAccounts: refuse })).loadAccounts()).toEqual([]);
  const odd = await create({ loadAccounts: () => Promise.resolve({ code: 1 }) });
  expect(await odd.loadAccounts()).toEqual({ code: 1 });
});

it('encodes identifiers in a path, so that they cannot name another endpoint', async () => {
  const ccxt = await create();
  const path = (id: unknown) => ccxt.implodeParams('accounts/{id}/deposits', { id });
  expect(path('a/../b?c=d')).toBe('accounts/a%2F..%2Fb%3Fc=d/deposits');
  expect(path('ab-12')).toBe('accounts/ab-12/deposits');
  expect(path(12)).toBe('accounts/12/deposits');
});

it('passes only plausible numbers of decimal places to ccxt', async () => {
  const ccxt = await create();
  expect(ccxt.parsePrecision('8')).toBe('0.00000001');
  expect(ccxt.parsePrecision('100')).toContain('0.000');
  expect(ccxt.parsePrecision('101')).toBeUndefined();
  expect(ccxt.parsePrecision('-1e9')).toBeUndefined();
});

it('numbers requests in increasing order, even within a millisecond', async () => {
  const ccxt = await create();
  const [first, second] = [ccxt.nonce(), ccxt.nonce()];
  expect(second).toBe(first + 1);
});

it('names unknown currencies by their code, and the assets of a balance', async () => {
  const ccxt = await create({ parseBalance: (response: unknown) => response });
  expect(ccxt.currency('NEW')).toEqual({ id: 'NEW', code: 'NEW', networks: {} });
  ccxt.currencies_by_id = { xbt: { id: 'xbt', code: 'BTC' } };
  ccxt.parseBalance({ eth_available: '1', xbt_reserved: '2', ETH_available: '3', note: '4' });
  expect(Object.keys(ccxt.currencies_by_id)).toEqual(['xbt', 'eth']);
  expect(ccxt.currencies_by_id['xbt']).toEqual({ id: 'xbt', code: 'BTC' });
  expect(ccxt.parseBalance(null)).toBeNull();
});

it('gives a type to updates without one, because the class fails for all of them', async () => {
  const ccxt = await create({ extractTypeFromDelta: (updates: unknown) => updates });
  expect((await create()).extractTypeFromDelta).toBeUndefined();
  const typed = { delta: { type: 'withdraw' } };
  expect(ccxt.extractTypeFromDelta!([typed, null, { delta: 'x' }])).toEqual([
    typed,
    { delta: { type: 'deposit' }, update: null },
    { delta: { type: 'deposit' }, update: { delta: 'x' } },
  ]);
});
