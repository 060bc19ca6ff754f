/** The client against the real service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  ConnectionError,
  ProblemError,
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionQuery,
  WalletTeller,
} from '../../client/src/index.ts';
import * as domain from '../../src/domain/transaction.ts';
import { SAMPLE_BALANCES, sampleTransactions } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, type Tenant } from '../http/tenants.ts';

const COUNT = 1234;

let service: ServiceHarness;
let tenant: Tenant;
let baseUrl: string;

beforeAll(async () => {
  service = await startService();
  baseUrl = `http://127.0.0.1:${service.port}`;
  const unknown = SAMPLE_BALANCES.map((balance) => ({
    ...balance,
    networksUnknown: true as const,
  }));
  tenant = await createTenant(service.store, MASTER_KEY, {
    transactions: sampleTransactions(COUNT),
    balances: [...unknown, { asset: 'B&T,Ω', amount: unknown[0]!.amount, networks: [] }],
    withdrawableUnverified: true,
    syncedAtMs: NOW_MS,
    historyComplete: true,
  });
});
afterAll(() => service.stop());

const connect = (overrides: object = {}): WalletTeller =>
  new WalletTeller({ baseUrl, ...tenant, retries: 0, ...overrides });

/** Returns the ids that a walk yields. */
async function readIds(query: Omit<TransactionQuery, 'page'>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of connect().transactions.all(query)) ids.push(id);
  return ids;
}

const MINUTE_2_MS = Date.UTC(2024, 0, 1, 0, 2);

function isCompletedDeposit({ type, status }: domain.Transaction): boolean {
  return type === 'deposit' && status === 'completed';
}

function isOfSecondMinute({ timestampMs }: domain.Transaction): boolean {
  return timestampMs >= MINUTE_2_MS - 60_000 && timestampMs < MINUTE_2_MS;
}

describe('transactions', () => {
  it('are listed with every digit, the pages and the state of the synchronisation', async () => {
    const page = await connect().transactions.list({ asset: 'BTC', limit: 100 });
    expect(page.pagination).toEqual({ totalCount: 309, page: 0, limit: 100, pageCount: 4 });
    expect(page.transactions).toHaveLength(100);
    const expected = new Map(sampleTransactions(COUNT).map((row) => [row.id, row]));
    for (const { timestamp, walletId, ...row } of page.transactions) {
      const { timestampMs, ...sample } = expected.get(row.id)!;
      expect([row, timestamp, walletId]).toEqual([sample, timestampMs, tenant.walletId]);
    }
    expect(page.sync).toEqual({
      state: 'synced',
      lastSyncAt: '2024-06-01T12:00:00.000Z',
      history: 'complete',
      error: null,
      unknownNetworks: [],
      unverifiedWithdrawable: false,
    });
  });

  it('have amounts as numbers if requested', async () => {
    const wallet = new WalletTeller({ baseUrl, ...tenant, decimals: 'number' });
    const { transactions } = await wallet.transactions.list({ limit: 3, fields: ['amount'] });
    const amounts: readonly { readonly amount: number }[] = transactions;
    expect(amounts.every(({ amount }) => typeof amount === 'number')).toBe(true);
  });

  it('have the requested fields', async () => {
    const { transactions } = await connect().transactions.list({ fields: ['amount', 'id'] });
    const picked: readonly Pick<Transaction, 'id' | 'amount'>[] = transactions;
    expect(picked.map((row) => Object.keys(row))).toEqual(picked.map(() => ['id', 'amount']));
  });

  it.each<[TransactionQuery, (row: domain.Transaction) => boolean]>([
    [{ type: 'deposit', status: 'completed' }, isCompletedDeposit],
    [{ since: '2024-01-01T00:01:00Z', before: new Date(MINUTE_2_MS) }, isOfSecondMinute],
    [{ asset: 'B&T "Ω\\"' }, ({ asset }) => asset === 'B&T "Ω\\"'],
  ])('are filtered by %j', async (query, isWanted) => {
    const wanted = sampleTransactions(COUNT).filter(isWanted);
    expect(wanted.length).toBeGreaterThan(0);
    const { pagination } = await connect().transactions.list(query);
    expect(pagination.totalCount).toBe(wanted.length);
  });

  it('are all yielded, each once, page after page', async () => {
    const ids: string[] = [];
    const query = { limit: 100, fields: ['id'] } as const;
    for await (const { id } of connect().transactions.all(query)) ids.push(id);
    expect(ids.toSorted()).toEqual(sampleTransactions(COUNT).map(({ id }) => id));
    const listed = await connect().transactions.list({ limit: 1000, fields: ['id'] });
    expect(ids.slice(0, 1000)).toEqual(listed.transactions.map(({ id }) => id));
  });

  it.each<TransactionQuery>([{ asset: 'BTC' }, { asset: 'BTC', limit: 100 }])(
    'are all yielded from the cursor of a page, listed by %j',
    async (query) => {
      const { transactions } = connect();
      const [first, whole] = [await transactions.list(query), await readIds(query)];
      const { transactions: rows, nextCursor } = first;
      const rest = await readIds({ ...query, cursor: nextCursor! });
      expect([...rows.map(({ id }) => id), ...rest]).toEqual(whole);
    },
  );

  it('continue from the cursor of a page', async () => {
    const { transactions } = connect();
    const [first, both] = [await transactions.list({ limit: 5 }), await transactions.list()];
    const second = await transactions.list({ limit: 5, cursor: first.nextCursor! });
    expect([...first.transactions, ...second.transactions]).toEqual(both.transactions);
    expect((await transactions.list({ limit: 1000, page: 1 })).nextCursor).toBeNull();
  });

  it('are not transferred again while they are unchanged', async () => {
    const { transactions } = connect();
    const previous = await transactions.list({ limit: 5 });
    const same = await transactions.list({ limit: 5 }, { previous });
    expect(same.transactions).toBe(previous.transactions);
    expect(same).toEqual(previous);
    const other = await transactions.list({ limit: 6 }, { previous });
    expect(other.transactions).toHaveLength(6);
  });
});

describe('the balance', () => {
  it('has every digit, and marks unverified amounts and unknown networks', async () => {
    const { balances, lastSyncAt, sync } = await connect().withdrawableBalance();
    expect(balances).toEqual([
      { asset: 'B&T,Ω', amount: '12.340', networks: [] },
      ...SAMPLE_BALANCES,
    ]);
    expect(lastSyncAt).toBe('2024-06-01T12:00:00.000Z');
    expect(sync.unknownNetworks).toEqual(SAMPLE_BALANCES.map(({ asset }) => asset));
    expect(sync.unverifiedWithdrawable).toBe(true);
  });

  it('is not transferred again while it is unchanged', async () => {
    const previous = await connect().withdrawableBalance();
    const same = await connect().withdrawableBalance({ previous });
    expect(same.balances).toBe(previous.balances);
    expect(same).toEqual(previous);
  });
});

describe('errors', () => {
  it('list every invalid parameter', async () => {
    const query = { limit: 0, page: -1 };
    const error = await connect()
      .transactions.list(query)
      .catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ status: 400, code: 'invalid_parameter', retryAfterMs: null });
    const { errors, detail, requestId } = error as ProblemError;
    expect(errors.map(({ parameter }) => parameter)).toEqual(['limit', 'page']);
    expect(detail).toContain('limit: must be an integer');
    expect(requestId).toMatch(/./);
  });

  it('report a wrong key, and a wallet that was never synchronised', async () => {
    await expect(connect({ apiKey: 'wrong' }).withdrawableBalance()).rejects.toMatchObject({
      status: 401,
      code: 'invalid_credentials',
    });
    const fresh = await createTenant(service.store, MASTER_KEY, { syncedAtMs: null });
    const wallet = connect(fresh);
    for (const call of [wallet.withdrawableBalance(), wallet.transactions.list()]) {
      await expect(call).rejects.toMatchObject({
        status: 503,
        code: 'wallet_not_synced',
        retryAfterMs: 10_000,
        sync: { state: 'new', lastSyncAt: null, history: 'backfilling' },
      });
    }
  });

  it('report that the service does not respond', async () => {
    const away = connect({ baseUrl: 'http://127.0.0.1:1' });
    const error = await away.withdrawableBalance().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as ConnectionError).message).toContain('http://127.0.0.1:1/v0/wallet');
  });

  it('are the reason of the signal if the caller aborts', async () => {
    const reason = new Error('the caller has disconnected');
    const signal = AbortSignal.abort(reason);
    const { transactions } = connect({ retries: 3 });
    await expect(connect().withdrawableBalance({ signal })).rejects.toBe(reason);
    await expect(transactions.list({ limit: 1 }, { signal })).rejects.toBe(reason);
    await expect(transactions.list({ limit: 1, signal })).rejects.toBe(reason);
    await expect(transactions.all({}, { signal }).next()).rejects.toBe(reason);
  });
});

it('knows the vocabularies of the service', () => {
  expect(TRANSACTION_TYPES).toEqual(domain.TRANSACTION_TYPES);
  expect(TRANSACTION_STATUSES).toEqual(domain.TRANSACTION_STATUSES);
  expect(TRANSACTION_FIELDS).toEqual(domain.TRANSACTION_FIELDS);
});
