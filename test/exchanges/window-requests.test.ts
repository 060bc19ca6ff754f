/**
 * How each list is requested for a window. A simulated exchange cannot show it: rows outside of the window are
 * filtered or stored as well, and a missing parameter only makes a real exchange return other rows.
 */
import { expect, it } from 'vitest';

import { requireExchange } from '../../src/exchanges/catalogue.ts';
import { importAccount } from '../../src/exchanges/registry.ts';
import { type Parameters, scriptContext } from './scripted-client.ts';

/** The window does not begin or end at a whole second; its end does not belong to it. */
const FROM_MS = 1_717_977_600_123;
const TO_MS = 1_717_981_200_456;
const NOW_MS = Date.UTC(2024, 5, 12);

const LISTS = { data: [], rows: [], items: [], deposit_list: [], withdrawal_list: [], total: 0 };
const OBJECT = { ...LISTS, result: { ...LISTS, data: [] } };

/** Exchanges that filter by the millisecond, with bounds that belong to the window. */
const INCLUSIVE = { startTime: FROM_MS, endTime: TO_MS - 1 };
/** Exchanges whose bounds, or their documentation of them, exclude rows at the bounds. */
const EXCLUSIVE = { startTime: FROM_MS - 1, endTime: TO_MS };
/** Whole seconds that contain the window. */
const SECONDS = { from: 1_717_977_600, to: 1_717_981_201 };
const BYBIT = { startTime: SECONDS.from * 1000, endTime: SECONDS.to * 1000, limit: 50 };
const CRYPTOCOM = { page: '0', page_size: '200' };
const KUCOIN = { startAt: FROM_MS - 1, endAt: TO_MS, currentPage: 1, pageSize: 500 };

it.each<[source: string, endpoint: string, parameters: Parameters, response?: unknown]>([
  [
    'binance deposits',
    'sapiGetCapitalDepositHisrec',
    { ...INCLUSIVE, limit: 1000, includeSource: true } as unknown as Parameters,
    [],
  ],
  ['binance withdrawals', 'sapiGetCapitalWithdrawHistory', { ...INCLUSIVE, limit: 1000 }, []],
  [
    'binance fiat-deposits',
    'sapiGetFiatOrders',
    { transactionType: 0, beginTime: FROM_MS, endTime: TO_MS - 1, page: 1, rows: 500 },
  ],
  [
    'binance fiat-withdrawals',
    'sapiGetFiatOrders',
    { transactionType: 1, beginTime: FROM_MS, endTime: TO_MS - 1, page: 1, rows: 500 },
  ],
  ['binance rewards', 'sapiGetAssetAssetDividend', { ...INCLUSIVE, limit: 500 }],
  [
    'binance transfers',
    'sapiGetAssetTransfer',
    { type: 'MAIN_FUNDING', ...INCLUSIVE, current: 1, size: 100 },
  ],
  ['bitget deposits', 'privateSpotGetV2SpotWalletDepositRecords', { ...EXCLUSIVE, limit: 100 }],
  [
    'bitget withdrawals',
    'privateSpotGetV2SpotWalletWithdrawalRecords',
    { ...EXCLUSIVE, limit: 100 },
  ],
  [
    'bitget bills',
    'privateSpotGetV2SpotAccountBills',
    { groupType: 'transfer', ...EXCLUSIVE, limit: 500 },
  ],
  ['bitvavo deposits', 'privateGetDepositHistory', { start: FROM_MS, end: TO_MS, limit: 1000 }, []],
  [
    'bitvavo withdrawals',
    'privateGetWithdrawalHistory',
    { start: FROM_MS, end: TO_MS, limit: 1000 },
    [],
  ],
  [
    'bitvavo history',
    'privateGetAccountHistory',
    { fromDate: FROM_MS, toDate: TO_MS, maxItems: 100, page: 1 },
  ],
  ['bybit deposits', 'privateGetV5AssetDepositQueryRecord', BYBIT],
  ['bybit internal-deposits', 'privateGetV5AssetDepositQueryInternalRecord', BYBIT],
  // On chains and to other customers.
  ['bybit withdrawals', 'privateGetV5AssetWithdrawQueryRecord', { withdrawType: 2, ...BYBIT }],
  ['bybit transfers', 'privateGetV5AssetTransferQueryInterTransferList', BYBIT],
  [
    'bybit funding-history',
    'privateGetV5AssetFundinghistory',
    { createTimeFrom: SECONDS.from, createTimeTo: SECONDS.to, limit: 50 },
  ],
  [
    'cryptocom deposits',
    'v1PrivatePostPrivateGetDepositHistory',
    { start_ts: String(FROM_MS - 1), end_ts: String(TO_MS), ...CRYPTOCOM },
  ],
  [
    'cryptocom withdrawals',
    'v1PrivatePostPrivateGetWithdrawalHistory',
    { start_ts: String(FROM_MS - 1), end_ts: String(TO_MS), ...CRYPTOCOM },
  ],
  [
    'cryptocom ledger',
    'v1PrivatePostPrivateGetTransactions',
    { start_time: `${FROM_MS}000000`, end_time: `${TO_MS}000000`, limit: '100' },
  ],
  [
    'cryptocom staking-rewards',
    'v1PrivatePostPrivateStakingGetRewardHistory',
    { start_time: String(FROM_MS), end_time: String(TO_MS - 1), limit: '500' },
  ],
  ['gate deposits', 'privateWalletGetDeposits', { ...SECONDS, limit: 500, offset: 0 }, []],
  ['gate withdrawals', 'privateWalletGetWithdrawals', { ...SECONDS, limit: 500, offset: 0 }, []],
  ['gate account-book', 'privateSpotGetAccountBook', { ...SECONDS, limit: 1000, page: 1 }, []],
  // By identifier, because the lists have no filter by time.
  [
    'htx deposits',
    'spotPrivateGetV1QueryDepositWithdraw',
    { type: 'deposit', direct: 'next', size: 500 },
  ],
  [
    'htx withdrawals',
    'spotPrivateGetV1QueryDepositWithdraw',
    { type: 'withdraw', direct: 'next', size: 500 },
  ],
  ['kucoin deposits', 'privateGetDeposits', KUCOIN, { data: LISTS }],
  ['kucoin withdrawals', 'privateGetWithdrawals', KUCOIN, { data: LISTS }],
  ['kucoin ledger', 'privateGetAccountsLedgers', KUCOIN, { data: LISTS }],
  // Newest first: `after` is the end.
  [
    'okx deposits',
    'privateGetAssetDepositHistory',
    { before: FROM_MS - 1, after: TO_MS, limit: 100 },
  ],
  [
    'okx withdrawals',
    'privateGetAssetWithdrawalHistory',
    { before: FROM_MS - 1, after: TO_MS, limit: 100 },
  ],
  ['okx bills', 'privateGetAssetBillsHistory', { before: FROM_MS - 1, after: TO_MS, limit: 100 }],
  // The other way round.
  [
    'okx fiat-deposits',
    'privateGetFiatDepositOrderHistory',
    { after: FROM_MS, before: TO_MS - 1, limit: 100 },
  ],
  [
    'okx fiat-withdrawals',
    'privateGetFiatWithdrawalOrderHistory',
    { after: FROM_MS, before: TO_MS - 1, limit: 100 },
  ],
])('requests a window of %s by %s with %o', async (list, endpoint, parameters, response) => {
  const [exchange = '', source] = list.split(' ');
  const profile = requireExchange(exchange);
  const { openAccount } = await importAccount(profile);
  const requests: [string, Parameters][] = [];
  const context = scriptContext(NOW_MS, (...request) => {
    requests.push(request);
    return response ?? OBJECT;
  });
  const wanted = profile.sources.find(({ name }) => name === source)!;
  const reading = await openAccount(context).readWindow(wanted, FROM_MS, TO_MS);
  expect(reading).toMatchObject({ transactions: [], unreadable: [] });
  expect(requests[0]).toEqual([endpoint, parameters]);
});
