import { describe, expect, it } from 'vitest';

import { type Parameters, scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { openAccount } from './account.ts';
import { COINBASE } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const [SOURCE] = COINBASE.sources;

/** Returns rows of one account, one a day, newest first. */
function dailyRows(accountId: string, count: number): { id: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${accountId}-${index}`,
    type: 'send',
    status: 'completed',
    amount: { amount: '1', currency: accountId },
    created_at: new Date(NOW_MS - (index + 1) * DAY_MS).toISOString(),
  }));
}

/** Returns pages as Coinbase does: with the cursor in a field of its own, or in the URL of the next page. */
function page(rows: readonly { id: string }[], { starting_after, limit }: Parameters) {
  const begin = rows.findIndex(({ id }) => id === starting_after) + 1;
  const data = rows.slice(begin, begin + Number(limit));
  const next = begin + data.length < rows.length ? data.at(-1)?.id : undefined;
  const byAddress = begin > 0 && next !== undefined;
  return {
    data,
    pagination: {
      next_starting_after: byAddress ? null : (next ?? null),
      next_uri: byAddress ? `/v2/x?starting_after=${next}&limit=${limit}` : null,
    },
  };
}

/** Returns an account that gets these lists, and its requests. */
function open(accounts: Readonly<Record<string, readonly { id: string }[]>>) {
  const requested: string[] = [];
  const responses: Record<string, (parameters: Parameters) => unknown> = {
    v3PublicGetBrokerageTime: () => ({ epochMillis: String(NOW_MS) }),
    v2PrivateGetAccounts: (parameters) =>
      page(
        Object.keys(accounts).map((id) => ({ id })),
        parameters,
      ),
    v2PrivateGetAccountsAccountIdTransactions: (parameters) =>
      page(accounts[String(parameters['account_id'])] ?? [], parameters),
    v3PrivateGetBrokerageAccounts: ({ cursor }) => ({
      accounts: [
        {
          uuid: String(cursor),
          type: 'ACCOUNT_TYPE_CRYPTO',
          currency: 'BTC',
          available_balance: { value: '1.5', currency: 'BTC' },
        },
      ],
      has_next: cursor === undefined,
      cursor: cursor === undefined ? 'second' : '',
    }),
  };
  const context = scriptContext(NOW_MS, (endpoint, parameters) => {
    requested.push(`${endpoint} ${parameters['account_id'] ?? ''}`.trim());
    return responses[endpoint]?.(parameters);
  });
  const account = openAccount(context);
  const read = async (fromMs: number, toMs = NOW_MS) => {
    const { transactions } = await account.readWindow(SOURCE!, fromMs, toMs);
    return transactions.map(({ key }) => key);
  };
  return { account, requested, client: context.client, read };
}

describe('readWindow', () => {
  it('reads every page of every account for the whole history', async () => {
    const { read } = open({ BTC: dailyRows('BTC', 250), ETH: dailyRows('ETH', 3), USD: [] });
    const keys = await read(SOURCE!.startMs);
    expect(keys).toHaveLength(253);
    expect(new Set(keys).size).toBe(253);
  });

  it('requests one page of each account if the next one is older', async () => {
    const { requested, read } = open({ BTC: dailyRows('BTC', 250), ETH: dailyRows('ETH', 30) });
    expect(await read(NOW_MS + DAY_MS)).toEqual([]);
    expect(requested).toHaveLength(3);
    requested.length = 0;
    const { read: readRecent, requested: requestedRecently } = open({ BTC: dailyRows('BTC', 450) });
    expect(await readRecent(NOW_MS - 150 * DAY_MS)).toHaveLength(150);
    // One page more is read, in case rows are out of order.
    expect(requestedRecently).toHaveLength(1 + 3);
  });

  it('continues after a row without a time, and after one out of order', async () => {
    const rows = dailyRows('BTC', 300);
    const broken = { ...rows[150]!, created_at: 'yesterday' };
    const late = { ...rows[160]!, id: 'late', created_at: new Date(NOW_MS - 1).toISOString() };
    rows.splice(150, 1, broken);
    rows.splice(210, 0, late);
    const { read } = open({ BTC: rows });
    expect(await read(NOW_MS - 90 * DAY_MS)).toContain('transaction:late');
  });

  it('maps a move from an account that Coinbase does not list', async () => {
    // The list of balances contains an account with this identifier.
    const move = { ...dailyRows('second', 1)[0]!, type: 'transfer' };
    const { account } = open({ second: [move] });
    const { transactions } = await account.readWindow(SOURCE!, NOW_MS - 5 * DAY_MS, NOW_MS);
    expect(transactions).toMatchObject([{ key: 'transaction:second-0', type: 'transfer_in' }]);
  });

  it('reads the accounts once until the clock is read again', async () => {
    const { account, requested, read } = open({ BTC: dailyRows('BTC', 30) });
    await account.fetchTimeMs();
    const countScans = () => requested.filter((endpoint) => endpoint.endsWith('BTC')).length;
    expect(await read(NOW_MS - 20 * DAY_MS, NOW_MS - 10 * DAY_MS)).toHaveLength(10);
    expect(await read(NOW_MS - 5 * DAY_MS)).toHaveLength(5);
    expect(countScans()).toBe(1);
    expect(await read(SOURCE!.startMs)).toHaveLength(30);
    expect(countScans()).toBe(2);
    await account.fetchTimeMs();
    await read(NOW_MS - 5 * DAY_MS);
    expect(countScans()).toBe(3);
  });

  it('re-reads a row that cannot be mapped by its own time, or by the whole history', async () => {
    const [first, second, third] = dailyRows('BTC', 3);
    const amount = { amount: 'much', currency: 'BTC' };
    const { account } = open({
      BTC: [first!, Object.assign(second!, { amount }), Object.assign(third!, { created_at: '' })],
      'a/../b': [],
    });
    const { unreadable } = await account.readWindow(SOURCE!, NOW_MS - DAY_MS, NOW_MS);
    const history = { fromMs: SOURCE!.startMs, toMs: NOW_MS };
    const createdAtMs = NOW_MS - 2 * DAY_MS;
    expect(unreadable.map(({ key, window }) => [key, window])).toEqual([
      ['account:a/../b', history],
      ['transaction:BTC-1', { fromMs: createdAtMs, toMs: createdAtMs + 1000 }],
      ['transaction:BTC-2', history],
    ]);
  });

  it('quarantines an account with an invalid identifier, and reads the others', async () => {
    const { account } = open({ BTC: dailyRows('BTC', 2), 'a/../b': [] });
    const { transactions, unreadable } = await account.readWindow(SOURCE!, 0, NOW_MS);
    expect(transactions).toHaveLength(2);
    expect(unreadable).toMatchObject([
      { key: 'account:a/../b', reason: 'id cannot be part of a path: a/../b' },
    ]);
  });
});

it('reads a move that is made between the readings of two accounts once, in a later window', async () => {
  const { account, client } = open({});
  const move = (id: string, amount: string) => ({
    id,
    type: 'transfer',
    status: 'completed',
    amount: { amount, currency: 'BTC' },
    created_at: new Date(NOW_MS).toISOString(),
  });
  const [source, destination] = [[] as object[], [move('in', '1')]];
  const call = client.call.bind(client);
  client.call = async (endpoint, parameters) => {
    switch (endpoint) {
      case 'v2PrivateGetAccounts':
        return { data: [{ id: 'A' }, { id: 'B' }], pagination: {} };
      case 'v2PrivateGetAccountsAccountIdTransactions':
        return { data: parameters?.['account_id'] === 'A' ? source : destination, pagination: {} };
      case 'v3PrivateGetBrokerageAccounts':
        return { accounts: [{ uuid: 'B', type: 'ACCOUNT_TYPE_CRYPTO' }], has_next: false };
      default:
        return call(endpoint, parameters);
    }
  };
  const keysUntil = async (toMs: number) => {
    client.setExchangeTime(toMs);
    const { transactions } = await account.readWindow(SOURCE!, NOW_MS - DAY_MS, toMs);
    return transactions.map(({ key }) => key);
  };
  expect(await keysUntil(NOW_MS + 1)).toEqual([]);
  source.push(move('out', '-1'));
  await account.fetchTimeMs();
  expect(await keysUntil(NOW_MS + DAY_MS)).toEqual(['transaction:out']);
});

it('reads a move once if a window begins between its two rows, and a page of trades is between them', async () => {
  const beginMs = NOW_MS - 2 * DAY_MS;
  const row = (id: string, type: string, amount: string, timeMs: number) => ({
    id,
    type,
    status: 'completed',
    amount: { amount, currency: 'EUR' },
    created_at: new Date(timeMs).toISOString(),
  });
  const trades = Array.from({ length: 100 }, (_, index) =>
    row(`fill-${index}`, 'advanced_trade_fill', '-1', beginMs - 1000 - index),
  );
  const { account, read } = open({
    EUR: [...trades, row('out', 'transfer', '-500', beginMs - 60_000)],
    // The account that counts for the balance.
    second: [row('in', 'transfer', '500', beginMs + 1000)],
  });
  await account.fetchTimeMs();
  expect(await read(beginMs)).toEqual([]);
  expect(await read(beginMs - DAY_MS, beginMs)).toEqual(['transaction:out']);
});

it('quarantines an account without an identifier, and reads the others', async () => {
  const { account, client } = open({ BTC: dailyRows('BTC', 2) });
  const call = client.call.bind(client);
  client.call = async (endpoint, parameters) =>
    endpoint === 'v2PrivateGetAccounts'
      ? { data: [{ id: null }, { id: 'BTC' }], pagination: {} }
      : call(endpoint, parameters);
  const { transactions, unreadable } = await account.readWindow(SOURCE!, 0, NOW_MS);
  expect(transactions).toHaveLength(2);
  expect(unreadable).toMatchObject([{ reason: 'id is missing' }]);
});

it('reads balances page by page', async () => {
  const { balances } = await open({}).account.readBalances();
  expect(balances).toEqual([{ asset: 'BTC', amount: '3.0', networks: [], networksUnknown: true }]);
});

it('ends at a page with its own cursor as the next cursor', async () => {
  const { account, requested, client } = open({});
  const [row] = dailyRows('BTC', 1);
  client.call = async (endpoint: string) => {
    requested.push(endpoint);
    await Promise.resolve();
    const balance = { value: '1.5', currency: 'BTC' };
    const brokerage = { uuid: '1', type: 'ACCOUNT_TYPE_CRYPTO', currency: 'BTC' };
    return {
      data: endpoint === 'v2PrivateGetAccounts' ? [{ id: 'BTC' }] : [row],
      pagination: { next_starting_after: 'last', next_uri: null },
      accounts: [{ ...brokerage, available_balance: balance }],
      has_next: true,
      cursor: 'last',
    };
  };
  expect((await account.readWindow(SOURCE!, 0, NOW_MS)).transactions.map(({ key }) => key)).toEqual(
    ['transaction:BTC-0', 'transaction:BTC-0'],
  );
  expect((await account.readBalances()).balances).toMatchObject([{ asset: 'BTC', amount: '1.5' }]);
  expect(requested).toHaveLength(6);
});

it('continues after an empty page, and after one without times', async () => {
  const { account, client } = open({});
  const [row] = dailyRows('BTC', 1);
  const pages = [[], [{ ...row, created_at: 'yesterday' }], [row]];
  client.call = async (endpoint: string, parameters) => {
    await Promise.resolve();
    if (endpoint === 'v2PrivateGetAccounts') return { data: [{ id: 'BTC' }], pagination: {} };
    const next = Number(parameters?.['starting_after'] ?? 0) + 1;
    const pagination = next < pages.length ? { next_starting_after: String(next) } : {};
    return { data: pages[next - 1], pagination };
  };
  const { transactions } = await account.readWindow(SOURCE!, NOW_MS - 2 * DAY_MS, NOW_MS);
  expect(transactions.map(({ key }) => key)).toEqual(['transaction:BTC-0']);
});

it('ends the balances at a page without a cursor', async () => {
  const { account, client } = open({});
  client.call = async () => Promise.resolve({ accounts: [], has_next: true, cursor: '' });
  expect((await account.readBalances()).balances).toEqual([]);
});

it('requests 250 balances at a time, and ends at the last page although it has a cursor', async () => {
  const { account, client } = open({});
  const sent: unknown[] = [];
  client.call = async (_endpoint, parameters) => {
    sent.push(parameters);
    return Promise.resolve({ accounts: [], has_next: false, cursor: 'next' });
  };
  expect((await account.readBalances()).balances).toEqual([]);
  expect(sent).toEqual([{ limit: 250 }]);
});

it('fails if the pages of an account do not end', async () => {
  const { account, client } = open({});
  let page = 0;
  client.call = async (endpoint: string) => {
    await Promise.resolve();
    if (endpoint === 'v2PrivateGetAccounts') return { data: [{ id: 'BTC' }], pagination: {} };
    page += 1;
    return { data: [], pagination: { next_starting_after: String(page) } };
  };
  const reading = account.readWindow(SOURCE!, 0, NOW_MS);
  await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
});

it('fails if the pages of balances do not end', async () => {
  const { account, client } = open({});
  let page = 0;
  client.call = async () => {
    page += 1;
    return Promise.resolve({ accounts: [], has_next: true, cursor: String(page) });
  };
  await expect(account.readBalances()).rejects.toMatchObject({ code: 'exchange_unavailable' });
});
