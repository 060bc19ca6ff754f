/** Regions are read by the code of a certified exchange, from their own hosts. */
import { describe, expect, it } from 'vitest';

import { requireExchange } from '../../src/exchanges/catalogue.ts';
import type { ExchangeAccount } from '../../src/exchanges/exchange.ts';
import { REGIONS } from '../../src/exchanges/regions.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { loadSamples } from '../best-effort/load-samples.ts';
import {
  openRecorded,
  RecordedExchange,
  type RecordedResponses,
  SAMPLE_CREDENTIALS,
} from '../best-effort/recorded-exchange.ts';
import { SyncBench } from '../sync/harness.ts';

const SAMPLES = await loadSamples();

interface Expected {
  readonly host: string;
  /** The response about the rights of a key that may trade and withdraw. */
  readonly rights: object;
  readonly rightsPath: string;
  /** Endpoints that the region may not have. */
  readonly missing: readonly string[];
}

const BYBIT: Omit<Expected, 'host'> = {
  rightsPath: '/v5/user/query-api',
  rights: {
    retCode: 0,
    result: { readOnly: 0, permissions: { Spot: ['SpotTrade'], Wallet: ['Withdraw'] } },
  },
  missing: [
    '/v5/asset/transfer/query-inter-transfer-list',
    '/v5/asset/fundinghistory',
    '/v5/asset/withdraw/withdrawable-amount',
    '/v5/user/query-api',
  ],
};
const OKX: Omit<Expected, 'host'> = {
  rightsPath: '/api/v5/account/config',
  rights: { code: '0', data: [{ perm: 'read_only,trade,withdraw' }] },
  missing: [
    '/api/v5/fiat/deposit-order-history',
    '/api/v5/fiat/withdrawal-order-history',
    '/api/v5/asset/bills-history',
    '/api/v5/account/config',
  ],
};
const EXPECTED: Readonly<Record<string, Expected>> = {
  bybiteu: { host: 'api.bybit.eu', ...BYBIT },
  bybitid: { host: 'api.bybit.id', ...BYBIT },
  gateeu: {
    host: 'api.gateeu.com',
    rightsPath: '/api/v4/account/main_keys',
    rights: [
      {
        key: SAMPLE_CREDENTIALS.apiKey,
        perms: ['spot', 'withdraw'].map((name) => ({ name, read_only: false })),
      },
    ],
    missing: [
      '/api/v4/spot/account_book',
      '/api/v4/wallet/withdraw_status',
      '/api/v4/account/main_keys',
    ],
  },
  myokx: { host: 'eea.okx.com', ...OKX },
  okxus: { host: 'us.okx.com', ...OKX },
};

/** Opens an account at a region with these responses in addition to those of its sample. */
async function useAccount<Result>(
  name: string,
  responses: RecordedResponses,
  use: (account: ExchangeAccount, exchange: RecordedExchange) => Promise<Result>,
): Promise<Result> {
  using exchange = new RecordedExchange({ ...SAMPLES[name]!.responses, ...responses });
  return await use(await openRecorded(name, await exchange.listen()), exchange);
}

const nowMs = Date.now();
const readDay = (account: ExchangeAccount, name: string) =>
  account.readWindow(
    account.sources.find((source) => source.name === name)!,
    nowMs - 86_400_000,
    nowMs,
  );

it('lists every region', () => {
  expect(REGIONS.map(({ name }) => name)).toEqual(Object.keys(EXPECTED));
});

describe.each(REGIONS)('$name', ({ name }) => {
  const { host, rights, rightsPath, missing } = EXPECTED[name]!;
  const endpointOf = (path: string): string => `GET ${host}${path}`;

  it('sends every request of its parent to its own host, and no other', async () => {
    const { folder, facts, readEndpoints } = requireExchange(name);
    const parent = requireExchange(folder!);
    expect([facts.certified, parent.facts.certified]).toEqual([false, true]);
    expect(facts.title).not.toBe(parent.facts.title);
    const requested = await useAccount(
      name,
      { [endpointOf(rightsPath)]: rights },
      async (account, exchange) => {
        expect(account.sources).toEqual(parent.sources);
        await account.fetchTimeMs();
        for (const source of account.sources) await readDay(account, source.name);
        await account.readBalances();
        await account.readPermissions!();
        return new Set(exchange.requests.map(({ endpoint }) => endpoint));
      },
    );
    const paths = parent.readEndpoints.map((endpoint) => endpoint.slice(endpoint.indexOf('/')));
    expect([...requested].toSorted()).toEqual(paths.map((path) => endpointOf(path)).toSorted());
    expect(readEndpoints.toSorted()).toEqual([...requested].toSorted());
  });

  it('reports that a key may trade and withdraw', async () => {
    const permissions = await useAccount(name, { [endpointOf(rightsPath)]: rights }, (account) =>
      account.readPermissions!(),
    );
    expect(permissions).toEqual({ withdraw: true, trade: true });
  });

  it('reads balances, deposits and withdrawals without endpoints that it may not have', async () => {
    const without = Object.fromEntries(missing.map((path) => [endpointOf(path), undefined]));
    await useAccount(name, without, async (account) => {
      const { balances } = await account.readBalances();
      expect(balances.map(({ asset }) => asset)).toEqual(
        SAMPLES[name]!.balances.map(([asset]) => asset),
      );
      const refused = { code: 'exchange_request_refused' };
      await expect(account.readPermissions!()).rejects.toMatchObject(refused);
      for (const source of account.sources) {
        const reading = readDay(account, source.name);
        // An optional source that is missing is skipped.
        if (source.optional) await expect(reading).rejects.toMatchObject(refused);
        else await expect(reading).resolves.toBeDefined();
      }
    });
  });
});

it('a wallet at a region without bills is synchronised, and its bills do not count as read', async () => {
  await using bench = await new SyncBench().open();
  const bills = 'GET eea.okx.com/api/v5/asset/bills-history';
  using exchange = new RecordedExchange({ ...SAMPLES['myokx']!.responses, [bills]: undefined });
  await bench.addWallet('wallet', 'myokx', SAMPLE_CREDENTIALS);
  const options = bench.workerOptions(undefined, await exchange.listen());
  const [result] = await syncWallets(options, ['wallet']);
  expect(result).toMatchObject({ ok: true });
  const { coverage } = await bench.store.readWalletStatus('wallet');
  const read = coverage.map(({ source }) => source);
  expect(read.toSorted()).toEqual('deposits fiat-deposits fiat-withdrawals withdrawals'.split(' '));
});
