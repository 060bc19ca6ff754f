/** The rate budgets of the certified exchanges stay within the limits that their documentation states. */
import { expect, it } from 'vitest';

import { EXCHANGE_NAMES, type ExchangeName } from '../../simulator/catalogue.ts';
import { requireExchange } from '../../src/exchanges/catalogue.ts';

interface Limit {
  readonly exchange: ExchangeName;
  /** The limited call; a call without a cost of its own stands for all others. */
  readonly call: string;
  /** The documented limit: at most so many requests in so many seconds. */
  readonly requests: number;
  readonly seconds: number;
}

const HOUR = 3600;

/** Limits of any period: what is saved up before it counts too. */
const LIMITS: readonly Limit[] = [
  { exchange: 'bitstamp', call: 'any', requests: 400, seconds: 1 },
  { exchange: 'bitstamp', call: 'any', requests: 10_000, seconds: 600 },
  { exchange: 'bitget', call: 'publicSpotGetV2SpotPublicCoins', requests: 3, seconds: 1 },
  { exchange: 'bitget', call: 'publicCommonGetV2PublicTime', requests: 20, seconds: 1 },
  // 1000 points a minute, and 5 points for each of these lists.
  { exchange: 'bitvavo', call: 'any', requests: 1000, seconds: 60 },
  { exchange: 'bitvavo', call: 'publicGetAssets', requests: 1000, seconds: 60 },
  { exchange: 'bitvavo', call: 'privateGetBalance', requests: 200, seconds: 60 },
  { exchange: 'bitvavo', call: 'privateGetDepositHistory', requests: 200, seconds: 60 },
  { exchange: 'bitvavo', call: 'privateGetWithdrawalHistory', requests: 200, seconds: 60 },
  { exchange: 'bybit', call: 'any', requests: 5, seconds: 1 },
  { exchange: 'bybit', call: 'privateGetV5AssetCoinQueryInfo', requests: 2, seconds: 1 },
  {
    exchange: 'bybit',
    call: 'privateGetV5AssetTransferQueryAccountCoinsBalance',
    requests: 2,
    seconds: 1,
  },
  { exchange: 'bybit', call: 'privateGetV5AssetDepositQueryRecord', requests: 100, seconds: 60 },
  { exchange: 'bybit', call: 'privateGetV5AssetWithdrawQueryRecord', requests: 300, seconds: 60 },
  { exchange: 'coinbase', call: 'any', requests: 10_000, seconds: HOUR },
  { exchange: 'coinbase', call: 'v3PublicGetBrokerageTime', requests: 10, seconds: 1 },
  { exchange: 'cryptocom', call: 'any', requests: 3, seconds: 0.1 },
  { exchange: 'gate', call: 'any', requests: 200, seconds: 10 },
  { exchange: 'gate', call: 'publicSpotGetTime', requests: 200, seconds: 10 },
  { exchange: 'htx', call: 'any', requests: 20, seconds: 2 },
  // A counter of 15 that falls by 0.33 a second; the ledger counts twice.
  { exchange: 'kraken', call: 'privatePostBalanceEx', requests: 15 + 0.33 * HOUR, seconds: HOUR },
  { exchange: 'kraken', call: 'privatePostLedgers', requests: 7 + 0.165 * HOUR, seconds: HOUR },
  // A weight of 2000 in 30 seconds.
  { exchange: 'kucoin', call: 'privateGetAccountsLedgers', requests: 1000, seconds: 30 },
  { exchange: 'kucoin', call: 'publicGetTimestamp', requests: 666, seconds: 30 },
  { exchange: 'kucoin', call: 'publicGetCurrencies', requests: 666, seconds: 30 },
  { exchange: 'kucoin', call: 'privateGetAccounts', requests: 400, seconds: 30 },
  { exchange: 'kucoin', call: 'privateGetDeposits', requests: 400, seconds: 30 },
  { exchange: 'kucoin', call: 'privateGetHistDeposits', requests: 400, seconds: 30 },
  { exchange: 'kucoin', call: 'privateGetWithdrawals', requests: 100, seconds: 30 },
  { exchange: 'kucoin', call: 'privateGetHistWithdrawals', requests: 100, seconds: 30 },
  { exchange: 'kucoin', call: 'privateGetWithdrawalsQuotas', requests: 100, seconds: 30 },
  { exchange: 'kucoin', call: 'privateGetUserApiKey', requests: 100, seconds: 30 },
  { exchange: 'okx', call: 'any', requests: 6, seconds: 1 },
  { exchange: 'okx', call: 'publicGetPublicTime', requests: 10, seconds: 2 },
  { exchange: 'okx', call: 'privateGetAccountConfig', requests: 5, seconds: 2 },
  { exchange: 'okx', call: 'privateGetFiatDepositOrderHistory', requests: 3, seconds: 1 },
  { exchange: 'okx', call: 'privateGetFiatWithdrawalOrderHistory', requests: 3, seconds: 1 },
];

/** Limits that hold on average: requests after a pause may exceed them for a moment. */
const LASTING_LIMITS: readonly Limit[] = [
  { exchange: 'binance', call: 'sapiGetCapitalWithdrawHistory', requests: 10, seconds: 1 },
  { exchange: 'bitget', call: 'any', requests: 10, seconds: 1 },
  { exchange: 'bitget', call: 'privateSpotGetV2SpotAccountInfo', requests: 1, seconds: 1 },
  {
    exchange: 'bybit',
    call: 'privateGetV5AssetTransferQueryInterTransferList',
    requests: 60,
    seconds: 60,
  },
  { exchange: 'kraken', call: 'publicGetTime', requests: 60, seconds: 60 },
  { exchange: 'kraken', call: 'publicGetAssets', requests: 60, seconds: 60 },
  { exchange: 'okx', call: 'privateGetAssetBillsHistory', requests: 1, seconds: 1 },
];

function limitsOf({ exchange, call }: Limit) {
  const { budget, publicBudget = budget, costs = {} } = requireExchange(exchange);
  const limits = call.toLowerCase().includes('public') ? publicBudget : budget;
  return { ...limits, cost: costs[call] ?? 1 };
}

it.each(LIMITS)('$exchange: $call is requested at most $requests times in $seconds s', (limit) => {
  const { capacity, refillPerSecond, cost } = limitsOf(limit);
  const most = (capacity + refillPerSecond * limit.seconds) / cost;
  expect(Math.floor(most)).toBeLessThanOrEqual(limit.requests);
});

it.each(LASTING_LIMITS)(
  '$exchange: $call is requested $requests times in $seconds s on average',
  (limit) => {
    const { refillPerSecond, cost } = limitsOf(limit);
    expect((refillPerSecond * limit.seconds) / cost).toBeLessThanOrEqual(limit.requests);
  },
);

it('limits that the documents state for an address are shared by all keys', () => {
  const ofAddress = EXCHANGE_NAMES.filter(
    (name) => requireExchange(name).budgetScope === 'address',
  );
  expect(ofAddress).toEqual(['binance', 'bitstamp']);
  const ofPublicEndpoints = EXCHANGE_NAMES.filter((name) => requireExchange(name).publicBudget);
  expect(ofPublicEndpoints).toEqual([
    'bitget',
    'bitvavo',
    'coinbase',
    'gate',
    'kraken',
    'kucoin',
    'okx',
  ]);
});
