import { expect, it } from 'vitest';

import { type Parameters, scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { KRAKEN } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const [SOURCE] = KRAKEN.sources;

/** Returns an account that gets these results, and pages of the ledger by their offset. */
function open(results: Readonly<Record<string, unknown>>, pages: Record<number, unknown> = {}) {
  const requested: string[] = [];
  const context = scriptContext(NOW_MS, (endpoint, { ofs }) => {
    requested.push(endpoint);
    return { error: [], result: pages[Number(ofs)] ?? results[endpoint] };
  });
  const account = openAccount(context);
  const read = (spanMs = 1000) => account.readWindow(SOURCE!, NOW_MS - spanMs, NOW_MS);
  return { account, requested, read };
}

const status = {
  asset: 'USDT',
  refid: 'R1',
  txid: 't1',
  info: 'a1',
  amount: '9.00',
  fee: '1.00',
  time: NOW_MS / 1000 - 1,
  status: 'Success',
};
const EMPTY = {
  publicGetAssets: {},
  privatePostLedgers: { ledger: {}, count: 0 },
  privatePostDepositStatus: [],
  privatePostWithdrawStatus: [],
};

it('ends a status list at a page with its own cursor as the next cursor', async () => {
  const { requested, read } = open({
    ...EMPTY,
    privatePostDepositStatus: { deposits: [status], next_cursor: 'same' },
  });
  const { transactions } = await read();
  expect(new Set(transactions.map(({ key }) => key))).toEqual(new Set(['deposit:R1']));
  expect(requested.filter((endpoint) => endpoint === 'privatePostDepositStatus')).toHaveLength(2);
});

it('requests the pages of a status list from 30 days before the window, in seconds that contain it', async () => {
  const asked: Parameters[] = [];
  const context = scriptContext(NOW_MS, (endpoint, parameters) => {
    const isAsked = endpoint === 'privatePostDepositStatus';
    if (!isAsked) return { result: EMPTY[endpoint as keyof typeof EMPTY] };
    asked.push(parameters);
    const isFirst = asked.length === 1;
    const deposits = [{ ...status, refid: `R${asked.length}` }];
    return { result: { deposits, next_cursor: isFirst ? 'second' : null } };
  });
  const account = openAccount(context);
  const { transactions } = await account.readWindow(SOURCE!, NOW_MS - 4500, NOW_MS - 500);
  expect(transactions.map(({ key }) => key)).toEqual(['deposit:R1', 'deposit:R2']);
  const seconds = NOW_MS / 1000;
  const page = { start: seconds - 5 - 30 * 86_400, end: seconds, limit: 500 };
  expect(asked).toEqual([
    { ...page, cursor: true },
    { ...page, cursor: 'second' },
  ]);
});

it('requests the list of assets once for all windows and balances of an account', async () => {
  const { account, requested, read } = open({
    ...EMPTY,
    privatePostBalanceEx: {},
    privatePostWithdrawMethods: [],
  });
  await read();
  await read();
  await account.readBalances();
  expect(requested.filter((endpoint) => endpoint === 'publicGetAssets')).toHaveLength(1);
});

it.each(['deposits', 'deposit', 'withdrawals', 'withdrawal'])(
  'reads the rows of a paged status list under the name %s',
  async (name) => {
    const list = { [name]: [status], next_cursor: null };
    const type = name.startsWith('deposit') ? 'deposit' : 'withdrawal';
    const endpoint = type === 'deposit' ? 'privatePostDepositStatus' : 'privatePostWithdrawStatus';
    const { transactions } = await open({ ...EMPTY, [endpoint]: list }).read();
    expect(transactions.map(({ key }) => key)).toEqual([`${type}:R1`]);
  },
);

it('requests later entries only for what was requested in the window and is not booked in it', async () => {
  const booking = { refid: 'R1', type: 'withdrawal', asset: 'USDT', amount: '-9', fee: '1' };
  const ledger = { L1: { ...booking, time: NOW_MS / 1000 - 1 } };
  const { account, requested, read } = open({
    ...EMPTY,
    publicGetTime: { unixtime: NOW_MS / 1000 + 1000 },
    privatePostLedgers: { ledger, count: 1 },
    privatePostWithdrawStatus: [
      status,
      { ...status, refid: 'R0', time: status.time - 1 },
      { ...status, refid: 'R2', time: status.time + 1 },
    ],
  });
  await account.fetchTimeMs();
  expect((await read()).transactions).toMatchObject([{ key: 'withdrawal:R1', amount: '9' }]);
  expect(requested.filter((endpoint) => endpoint === 'privatePostLedgers')).toHaveLength(1);
});

it('fails if a page has no new entry and the entries do not add up to the count', async () => {
  const { requested, read } = open({
    ...EMPTY,
    privatePostLedgers: { ledger: { L1: { type: 'trade' } }, count: 3 },
  });
  await expect(read()).rejects.toMatchObject({ code: 'exchange_unavailable' });
  expect(requested.filter((endpoint) => endpoint === 'privatePostLedgers')).toHaveLength(2);
});

/** Returns a page of the ledger with bookings of these numbers. */
function bookings(first: number, count: number) {
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const booking = { type: 'adjustment', asset: 'XBT', amount: '1', time: NOW_MS / 1000 };
  return Object.fromEntries(numbers.map((number) => [`L${number}`, booking]));
}

it('reads a ledger without a count until a page is not full', async () => {
  const empty = { ...EMPTY, privatePostLedgers: { ledger: {} } };
  const { read } = open(empty, { 0: { ledger: bookings(0, 50) }, 50: { ledger: bookings(50, 7) } });
  expect((await read()).transactions).toHaveLength(57);
  expect((await read(10_000)).transactions).toHaveLength(57);
});

it.each([
  ['of all types', [50, 7], 5000, 57],
  ['of all types, with a last page that is full', [50, 50, 0], 5000, 100],
  ['of fewer pages', [50, 7], 10, 57],
])(
  'reads the later entries of a type up to the first page that is not full if the count is that %s',
  async (_case, sizes, count, last) => {
    const withdrawal = { ...status, refid: `R${last - 1}`, time: NOW_MS / 1000 - 86_400 };
    const asked: unknown[] = [];
    const context = scriptContext(NOW_MS, (endpoint, { type, ofs }) => {
      if (endpoint === 'publicGetTime') return { result: { unixtime: NOW_MS / 1000 } };
      if (endpoint === 'privatePostWithdrawStatus') return { result: [withdrawal] };
      if (type === undefined) return { result: EMPTY[endpoint as keyof typeof EMPTY] };
      asked.push(ofs);
      const numbers = Array.from({ length: sizes[Number(ofs) / 50]! }, (_, n) => Number(ofs) + n);
      const booking = { type, asset: 'USDT', amount: '-9.000001', fee: '1', time: NOW_MS / 1000 };
      const entries = numbers.map((n) => [`L${n}`, { ...booking, refid: `R${n}` }] as const);
      return { result: { ledger: Object.fromEntries(entries), count } };
    });
    const account = openAccount(context);
    await account.fetchTimeMs();
    const fromMs = withdrawal.time * 1000;
    const { transactions } = await account.readWindow(SOURCE!, fromMs, fromMs + 1000);
    expect(transactions).toMatchObject([{ key: `withdrawal:R${last - 1}`, amount: '9.000001' }]);
    expect(asked).toEqual(sizes.map((_, page) => page * 50));
  },
);

it('fails if a full page of one type has no new entry', async () => {
  const withdrawal = { ...status, time: NOW_MS / 1000 - 86_400 };
  const { account, requested } = open({
    ...EMPTY,
    publicGetTime: { unixtime: NOW_MS / 1000 },
    privatePostWithdrawStatus: [withdrawal],
    privatePostLedgers: { ledger: bookings(0, 50), count: 50 },
  });
  await account.fetchTimeMs();
  const fromMs = withdrawal.time * 1000;
  const reading = account.readWindow(SOURCE!, fromMs, fromMs + 1000);
  await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
  expect(requested.filter((endpoint) => endpoint === 'privatePostLedgers')).toHaveLength(3);
});

it('divides a window with more entries than twenty pages, if it can be divided', async () => {
  const { requested, read } = open({
    ...EMPTY,
    privatePostLedgers: { ledger: bookings(0, 50), count: 1001 },
  });
  await expect(read(1001)).rejects.toMatchObject({ code: 'window_overflow' });
  expect(requested.filter((endpoint) => endpoint === 'privatePostLedgers')).toHaveLength(1);
  await expect(read(1000)).rejects.toMatchObject({ code: 'exchange_unavailable' });
});

it('quarantines a row of a status list that is not an object', async () => {
  const { read } = open({ ...EMPTY, privatePostWithdrawStatus: [null, status] });
  const { transactions, unreadable } = await read();
  expect(transactions).toMatchObject([{ key: 'withdrawal:R1', status: 'completed' }]);
  expect(unreadable).toHaveLength(1);
});

it('lists the networks of recent successful withdrawals for a key that cannot list networks', async () => {
  const used = (network: string, changes: object) => ({ ...status, network, ...changes });
  const old = { time: NOW_MS / 1000 - 31 * 86_400 };
  const { account, read } = open({
    ...EMPTY,
    privatePostBalanceEx: { USDT: { balance: '1' } },
    privatePostWithdrawStatus: [
      used('Tron', {}),
      used('Ethereum', { refid: 'R2', status: 'Failure' }),
      used('Solana', { refid: 'R3', ...old }),
    ],
    get privatePostWithdrawMethods() {
      throw new ExchangeError('exchange_permission_denied', 'EGeneral:Permission denied');
    },
  });
  await read();
  const { balances } = await account.readBalances();
  expect(balances).toMatchObject([
    { asset: 'USDT', networks: [{ id: 'Tron' }], networksUnknown: true },
  ]);
});

it('returns the amount of an entry that is booked after the window of its withdrawal', async () => {
  const booking = { refid: 'R1', type: 'withdrawal', asset: 'USDT', time: NOW_MS / 1000 };
  const withdrawal = { ...status, time: NOW_MS / 1000 - 86_400 };
  const requested: Parameters[] = [];
  const context = scriptContext(NOW_MS, (endpoint, parameters) => {
    if (endpoint === 'publicGetTime') return { result: { unixtime: NOW_MS / 1000 } };
    if (endpoint === 'privatePostWithdrawStatus') return { result: [withdrawal] };
    if (endpoint !== 'privatePostLedgers') return { result: EMPTY[endpoint as keyof typeof EMPTY] };
    requested.push(parameters);
    const later = {
      L1: { ...booking, amount: '-9.000001', fee: '1.000002' },
      L2: { ...booking, refid: 'R2', amount: '-1', fee: '0' },
    };
    const ledger = parameters['type'] === 'withdrawal' ? later : {};
    return { result: { ledger, count: Object.keys(ledger).length } };
  });
  const account = openAccount(context);
  await account.fetchTimeMs();
  const read = (toMs: number) => account.readWindow(SOURCE!, withdrawal.time * 1000, toMs);
  const exact = [{ key: 'withdrawal:R1', amount: '9.000001', feeCost: '1.000002' }];
  expect((await read(withdrawal.time * 1000 + 1000)).transactions).toMatchObject(exact);
  const [start, end] = [withdrawal.time, withdrawal.time + 1 + 86_400];
  expect(requested.at(-1)).toEqual({ type: 'withdrawal', start, end, ofs: 0 });
  requested.length = 0;
  expect((await read(NOW_MS)).transactions).toMatchObject([{ amount: '9.00' }]);
  expect(requested).toHaveLength(1);
});

it('re-reads an entry that cannot be mapped without the withdrawals that a later window reverses', async () => {
  const DAY = 86_400;
  const beginSeconds = NOW_MS / 1000 - 60 * DAY;
  const booking = { refid: 'R1', type: 'withdrawal', asset: 'USDT', amount: '-5', fee: '1' };
  const entries: Record<string, { time: number }> = {
    L1: { ...booking, time: beginSeconds + 10 },
    L2: { ...booking, refid: 'R2', amount: 'five', time: beginSeconds + 20.5 } as { time: number },
    L3: { ...booking, amount: '5', fee: '-1', time: beginSeconds + 3 * DAY } as { time: number },
  };
  const context = scriptContext(NOW_MS, (endpoint, { start, end }) => {
    if (endpoint === 'publicGetTime') return { result: { unixtime: NOW_MS / 1000 } };
    if (endpoint !== 'privatePostLedgers') return { result: EMPTY[endpoint as keyof typeof EMPTY] };
    const found = Object.entries(entries).filter(
      ([, { time }]) => time > Number(start) && time <= Number(end),
    );
    return { result: { ledger: Object.fromEntries(found), count: found.length } };
  });
  const account = openAccount(context);
  await account.fetchTimeMs();
  const statuses = new Map<string, string>();
  const read = async (fromMs: number, toMs: number) => {
    const { transactions, unreadable } = await account.readWindow(SOURCE!, fromMs, toMs);
    for (const { key, status: each } of transactions) statuses.set(key, each);
    return unreadable;
  };
  const older = { fromMs: beginSeconds * 1000, toMs: (beginSeconds + DAY) * 1000 };
  const [row] = await read(older.fromMs, older.toMs);
  await read(older.toMs, NOW_MS);
  expect(statuses).toEqual(new Map([['withdrawal:R1', 'failed']]));
  const { fromMs, toMs } = row?.window ?? older;
  expect(await read(fromMs, toMs)).toMatchObject([{ key: 'withdrawal:R2' }]);
  expect(statuses).toEqual(new Map([['withdrawal:R1', 'failed']]));
});
