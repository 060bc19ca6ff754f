import { expect, it } from 'vitest';

import { type Parameters, scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';
import { BINANCE } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const FIAT = BINANCE.sources.find(({ name }) => name === 'fiat-deposits')!;
const TRANSFERS = BINANCE.sources.find(({ name }) => name === 'transfers')!;

type Response = (parameters: Parameters) => unknown;

function open(responses: Readonly<Record<string, Response>>) {
  return openAccount(
    scriptContext(NOW_MS, (endpoint, parameters) => responses[endpoint]?.(parameters)),
  );
}

const BALANCES: Readonly<Record<string, Response>> = {
  sapiGetCapitalConfigGetall: () => [],
  privateGetAccount: () => ({ balances: [{ asset: 'BTC', free: '3' }] }),
  sapiGetCapitalDepositHisrec: () => [{ coin: 'BTC', amount: '1', status: 6 }],
};

const refuse =
  (code: ConstructorParameters<typeof ExchangeError>[0], message: string): Response =>
  () => {
    throw new ExchangeError(code, message);
  };

it('subtracts credited deposits, and marks the amounts as unverified if they are refused', async () => {
  const { balances, ...verified } = await open(BALANCES).readBalances();
  expect(balances).toMatchObject([{ asset: 'BTC', amount: '2' }]);
  expect(verified.withdrawableUnverified).toBeUndefined();
  const deposits = refuse('exchange_permission_denied', '-2015');
  const refused = open({ ...BALANCES, sapiGetCapitalDepositHisrec: deposits });
  expect(await refused.readBalances()).toMatchObject({
    balances: [{ asset: 'BTC', amount: '3' }],
    withdrawableUnverified: true,
  });
});

it('requests the amounts without zeros, and then the deposits that cannot be withdrawn yet', async () => {
  const requested: [string, Parameters][] = [];
  const context = scriptContext(NOW_MS, (endpoint, parameters) => {
    requested.push([endpoint, parameters]);
    return BALANCES[endpoint]?.(parameters);
  });
  await openAccount(context).readBalances();
  // A deposit that is credited between the two requests is subtracted.
  expect(requested.slice(1)).toEqual([
    ['privateGetAccount', { omitZeroBalances: true }],
    ['sapiGetCapitalDepositHisrec', { status: '6', limit: 1000 }],
  ]);
});

it('marks the amounts as unverified if the list of credited deposits may be cut', async () => {
  const read = (length: number) => {
    const deposits = Array.from({ length }, () => ({ coin: 'BTC', amount: '0.001', status: 6 }));
    return open({ ...BALANCES, sapiGetCapitalDepositHisrec: () => deposits }).readBalances();
  };
  expect((await read(999)).withdrawableUnverified).toBeUndefined();
  expect((await read(1000)).withdrawableUnverified).toBe(true);
});

it('requests the transfers between the spot account and each other account, in both directions', async () => {
  const types: unknown[] = [];
  const sapiGetAssetTransfer: Response = ({ type }) => {
    types.push(type);
    return { total: 0 };
  };
  await open({ sapiGetAssetTransfer }).readWindow(TRANSFERS, NOW_MS - DAY_MS, NOW_MS);
  // developers.binance.com, User Universal Transfer: `MAIN` is the spot account.
  expect(types).toEqual([
    'MAIN_FUNDING',
    'FUNDING_MAIN',
    // Cross margin.
    'MAIN_MARGIN',
    'MARGIN_MAIN',
    // Futures that are settled in stablecoins, and in coins.
    'MAIN_UMFUTURE',
    'UMFUTURE_MAIN',
    'MAIN_CMFUTURE',
    'CMFUTURE_MAIN',
    'MAIN_OPTION',
    'OPTION_MAIN',
    'MAIN_PORTFOLIO_MARGIN',
    'PORTFOLIO_MARGIN_MAIN',
    'MAIN_ISOLATED_MARGIN',
    'ISOLATED_MARGIN_MAIN',
  ]);
});

it('reads the other transfers if Binance refuses those of isolated margin without a pair, but not if it fails', async () => {
  const row = { tranId: 1, asset: 'BTC', amount: '1', timestamp: NOW_MS - 1, status: 'CONFIRMED' };
  const read = (code: 'exchange_request_refused' | 'exchange_unavailable') => {
    const sapiGetAssetTransfer: Response = ({ type }) => {
      if (String(type).includes('ISOLATED')) throw new ExchangeError(code, '-1102: toSymbol');
      return type === 'MAIN_MARGIN' ? { total: 1, rows: [{ ...row, type }] } : { total: 0 };
    };
    return open({ sapiGetAssetTransfer }).readWindow(TRANSFERS, NOW_MS - DAY_MS, NOW_MS);
  };
  const { transactions } = await read('exchange_request_refused');
  expect(transactions).toMatchObject([{ key: 'transfer:1', type: 'transfer_out' }]);
  const failed = { code: 'exchange_unavailable' };
  await expect(read('exchange_unavailable')).rejects.toMatchObject(failed);
});

it('reads the transfers between the spot account and isolated margin', async () => {
  const row = { tranId: 1, asset: 'BTC', amount: '1', timestamp: NOW_MS - 1, status: 'CONFIRMED' };
  const sapiGetAssetTransfer: Response = ({ type }) =>
    String(type).includes('ISOLATED')
      ? { total: 1, rows: [{ ...row, type, tranId: type }] }
      : { total: 0 };
  const account = open({ sapiGetAssetTransfer });
  const { transactions } = await account.readWindow(TRANSFERS, NOW_MS - DAY_MS, NOW_MS);
  expect(transactions.map(({ key, type }) => [key, type])).toEqual([
    ['transfer:MAIN_ISOLATED_MARGIN', 'transfer_out'],
    ['transfer:ISOLATED_MARGIN_MAIN', 'transfer_in'],
  ]);
});

it('reads further pages of fiat orders until they have as many as the total says', async () => {
  const order = (no: number) => ({
    orderNo: `order-${no}`,
    fiatCurrency: 'EUR',
    amount: '10.00',
    totalFee: '0.50',
    status: 'Successful',
    createTime: NOW_MS - 1000 * no,
  });
  const sapiGetFiatOrders: Response = ({ page }) => ({ data: [order(Number(page))], total: 3 });
  const { transactions } = await open({ sapiGetFiatOrders }).readWindow(
    FIAT,
    NOW_MS - DAY_MS,
    NOW_MS,
  );
  expect(transactions.map(({ timestampMs }) => NOW_MS - timestampMs)).toEqual([1000, 2000, 3000]);
});

it('divides a window of fiat orders that Binance refuses as too long, but no other one', async () => {
  const read = (message: string, spanMs: number) => {
    const sapiGetFiatOrders = refuse('exchange_request_refused', message);
    return open({ sapiGetFiatOrders }).readWindow(FIAT, NOW_MS - spanMs, NOW_MS);
  };
  const tooLong = '-1127: More than xx hours between startTime and endTime.';
  const refused = { code: 'exchange_request_refused' };
  await expect(read(tooLong, DAY_MS + 1)).rejects.toMatchObject({ code: 'window_overflow' });
  await expect(read(tooLong, DAY_MS)).rejects.toMatchObject(refused);
  await expect(read('-1102: missing parameter', DAY_MS + 1)).rejects.toMatchObject(refused);
});

it('waits for the weight that Binance has counted, if requests are throttled', async () => {
  const waitsOf = async (
    throttle: boolean,
    source = FIAT,
    usedWeight = 179_999,
  ): Promise<readonly number[]> => {
    const waitsMs: number[] = [];
    const context = scriptContext(NOW_MS, () => (source === FIAT ? { data: [] } : []));
    const sleep = async (durationMs: number): Promise<void> => void waitsMs.push(durationMs);
    const account = openAccount({ ...context, throttle, clock: { ...context.clock, sleep } });
    const counted = new Headers({ 'x-sapi-used-uid-weight-1m': String(usedWeight) });
    context.client.onResponse?.(counted);
    await account.readWindow(source, NOW_MS - DAY_MS, NOW_MS);
    return waitsMs;
  };
  expect(await waitsOf(true)).toEqual([60_000]);
  const [deposits, withdrawals] = BINANCE.sources;
  expect(await waitsOf(true, withdrawals)).toEqual([60_000]);
  // They have no weight.
  expect(await waitsOf(true, deposits)).toEqual([]);
  // Of the 180,000 a minute, fiat orders take 90,000 and withdrawals 18,000 (developers.binance.com).
  expect(await waitsOf(true, FIAT, 90_001)).toEqual([60_000]);
  expect(await waitsOf(true, FIAT, 90_000)).toEqual([]);
  expect(await waitsOf(true, withdrawals, 162_001)).toEqual([60_000]);
  expect(await waitsOf(true, withdrawals, 162_000)).toEqual([]);
  expect(await waitsOf(false)).toEqual([]);
});
