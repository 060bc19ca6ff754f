import { HOUR_MS } from '../../src/domain/duration.ts';
import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import { fromUnits, toUnits } from '../decimal-units.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type { ExchangeDescription, Refusal } from '../routed/description.ts';
import { RequestRefused, signedRoutes } from '../routed/description.ts';
import { listBybitCoins } from './coins.ts';
import { stateAt } from '../truth.ts';
import {
  DEPOSITS,
  FUNDING_HISTORY,
  INTERNAL_DEPOSITS,
  listRecords,
  TRANSFERS,
  WITHDRAWALS,
} from './records.ts';
import { checkBybitSignature, readBybitKey } from './signature.ts';

/** Maximum requests per second of one user to each endpoint of the group. Source: "Rate Limit Rules". */
const PER_SECOND_MAX = 5;
/** Source: the same page; 60 per minute. */
const TRANSFERS_PER_SECOND_MAX = 1;

const signed = signedRoutes(PER_SECOND_MAX);

/** Bybit's v5 API for deposits, withdrawals, coins and the funding account. */
export const BYBIT_API: ExchangeDescription = {
  name: 'bybit',
  host: 'api.bybit.com',
  routes: {
    'GET /v5/market/time': {
      access: 'public',
      read: (nowMs) => ({
        timeSecond: String(Math.floor(nowMs / 1000)),
        timeNano: `${nowMs}000000`,
      }),
    },
    'GET /v5/asset/deposit/query-record': signed((account, params, nowMs) =>
      listRecords(DEPOSITS, account, params, nowMs),
    ),
    'GET /v5/asset/deposit/query-internal-record': signed((account, params, nowMs) =>
      listRecords(INTERNAL_DEPOSITS, account, params, nowMs),
    ),
    'GET /v5/asset/withdraw/query-record': signed(readWithdrawals),
    'GET /v5/asset/transfer/query-inter-transfer-list': signedRoutes(TRANSFERS_PER_SECOND_MAX)(
      (account, params, nowMs) => listRecords(TRANSFERS, account, params, nowMs),
    ),
    'GET /v5/asset/fundinghistory': signed((account, params, nowMs) =>
      listRecords(FUNDING_HISTORY, account, params, nowMs),
    ),
    'GET /v5/asset/transfer/query-account-coins-balance': signed(readFundingBalances),
    'GET /v5/asset/withdraw/withdrawable-amount': signed(readWithdrawable),
    'GET /v5/asset/coin/query-info': signed(listBybitCoins),
    'GET /v5/user/query-api': signed(readKey),
  },
  readApiKey: readBybitKey,
  checkSignature: checkBybitSignature,
  wrap: (result, nowMs) => ({
    retCode: 0,
    retMsg: 'success',
    result,
    retExtInfo: {},
    time: nowMs,
  }),
  refuse: refuseBybit,
};

/** Without `withdrawType` only withdrawals on a chain are listed. */
function readWithdrawals(
  account: RoutedAccount,
  params: URLSearchParams,
  nowMs: number,
): JsonValue {
  const all = params.get('withdrawType') === '2';
  const list = all ? WITHDRAWALS : { ...WITHDRAWALS, sources: ['withdrawal'] as const };
  return listRecords(list, account, params, nowMs);
}

/** Returns the coins of the funding account with a balance; locked amounts cannot be transferred. */
function readFundingBalances(
  account: RoutedAccount,
  params: URLSearchParams,
  nowMs: number,
): JsonValue {
  if (params.get('accountType') !== 'FUND') throw new RequestRefused('invalid-parameter');
  const balance = account.balances
    .at(nowMs)
    .filter(({ total }) => total !== '0')
    .map(({ assetId, free, total }) => ({
      coin: assetId,
      transferBalance: free,
      walletBalance: total,
      bonus: '',
    }));
  return { memberId: '1000001', accountType: 'FUND', balance };
}

/** How long a credited deposit on a chain can be transferred, but not withdrawn. */
export const HELD_BACK_MS = HOUR_MS;

/**
 * Returns the withdrawable amount of a coin; `limitAmountUsd` is for all coins. Source: Bybit v5, "Get
 * Withdrawable Amount".
 */
function readWithdrawable(
  account: RoutedAccount,
  params: URLSearchParams,
  nowMs: number,
): JsonValue {
  const coin = params.get('coin');
  if (coin === null) throw new RequestRefused('invalid-parameter');
  const held = account.listRows(['deposit'], nowMs).filter((row) => {
    const state = stateAt(row, nowMs);
    return state?.status === 'completed' && state.fromMs > nowMs - HELD_BACK_MS;
  });
  const free = account.balances.at(nowMs).find(({ assetId }) => assetId === coin)?.free ?? '0';
  const left = held
    .filter(({ asset }) => asset === coin)
    .reduce((units, { amount }) => units - toUnits(amount), toUnits(free));
  const withdrawableAmount = fromUnits(left < 0n ? 0n : left);
  return {
    limitAmountUsd: held.length === 0 ? '0' : '1000',
    withdrawableAmount: { FUND: { coin, withdrawableAmount, availableBalance: free } },
  };
}

/** Returns the rights of a key, and whether its account is a main account. */
function readKey({ permissions, isSubAccount }: RoutedAccount): JsonValue {
  const { withdraw = false, trade = false } = permissions;
  return {
    readOnly: withdraw || trade ? 0 : 1,
    permissions: {
      ContractTrade: [],
      Spot: trade ? ['SpotTrade'] : [],
      Wallet: withdraw || !trade ? ['AccountTransfer', 'Withdraw'] : ['AccountTransfer'],
      Options: [],
      Derivatives: [],
      Exchange: ['ExchangeHistory'],
    },
    isMaster: !isSubAccount,
    parentUid: isSubAccount ? '1000000' : '0',
  };
}

/** Codes and messages. Source: Bybit v5, "Error Codes". */
const REFUSALS: Readonly<Record<Refusal, readonly [code: number, message: string]>> = {
  'unknown-path': [10_017, 'Route not found'],
  'unknown-key': [10_003, 'API key is invalid.'],
  'wrong-passphrase': [10_003, 'API key is invalid.'],
  'wrong-signature': [10_004, 'Error sign, please check your signature generation algorithm.'],
  'stale-timestamp': [10_002, 'invalid request, please check your server timestamp or recv_window'],
  'invalid-parameter': [10_001, 'Request parameter error.'],
  'too-many-requests': [10_006, 'Too many visits. Exceeded the API Rate Limit.'],
};

function refuseBybit(refusal: Refusal, nowMs: number): WireResponse {
  const [retCode, retMsg] = REFUSALS[refusal];
  const status = refusal === 'unknown-path' ? 404 : 200;
  return responseJson(status, { retCode, retMsg, result: {}, retExtInfo: {}, time: nowMs });
}
