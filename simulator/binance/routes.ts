import { DAY_MS } from '../../src/domain/duration.ts';
import type { JsonValue } from '../json-text.ts';
import type { BinanceAccount, ReadRoute } from './account.ts';
import { listCoins, readAccount } from './balances.ts';
import { listDeposits } from './deposits.ts';
import { listFiatOrders } from './fiat-orders.ts';
import { listDividends, listTransfers } from './movements.ts';
import type { Weight } from './weights.ts';
import { listWithdrawals } from './withdrawals.ts';

/** A public endpoint. */
export interface PublicRoute {
  readonly weight: Weight;
  read(nowMs: number): JsonValue;
}

/** An endpoint that needs a signed request. */
export interface SignedRoute {
  readonly weight: Weight;
  readonly read: ReadRoute;
}

const spot = (weight: number): Weight => ({ budget: 'spot', weight });
const ip = (weight: number): Weight => ({ budget: 'ip', weight });
const uid = (weight: number): Weight => ({ budget: 'uid', weight });

/** Endpoints without a signature, by host and path. Weights: Binance Spot API documentation. */
export const PUBLIC_ROUTES: Readonly<Record<string, PublicRoute>> = {
  'api.binance.com/api/v3/ping': { weight: spot(1), read: () => ({}) },
  'api.binance.com/api/v3/time': { weight: spot(1), read: (nowMs) => ({ serverTime: nowMs }) },
  'api.binance.com/api/v3/exchangeInfo': { weight: spot(20), read: readExchangeInfo },
  'fapi.binance.com/fapi/v1/exchangeInfo': { weight: spot(1), read: readExchangeInfo },
  'dapi.binance.com/dapi/v1/exchangeInfo': { weight: spot(1), read: readExchangeInfo },
};

/**
 * Endpoints with a signature, by path on api.binance.com. Weights: Binance Wallet and Fiat API documentation;
 * for fiat/orders, the stricter of the two documented weights (45,000 and 90,000).
 */
export const SIGNED_ROUTES: Readonly<Record<string, SignedRoute>> = {
  '/api/v3/account': { weight: spot(20), read: readAccount },
  '/sapi/v1/capital/deposit/hisrec': { weight: ip(1), read: listDeposits },
  '/sapi/v1/capital/withdraw/history': { weight: uid(18_000), read: listWithdrawals },
  '/sapi/v1/fiat/orders': { weight: uid(90_000), read: listFiatOrders },
  '/sapi/v1/asset/assetDividend': { weight: ip(10), read: listDividends },
  '/sapi/v1/asset/transfer': { weight: ip(1), read: listTransfers },
  '/sapi/v1/capital/config/getall': {
    weight: ip(10),
    read: (account, _params, nowMs) => listCoins(account, nowMs),
  },
  '/sapi/v1/account/apiRestrictions': { weight: ip(1), read: readRestrictions },
  '/sapi/v1/margin/allPairs': { weight: ip(1), read: () => [] },
  '/sapi/v1/margin/isolated/allPairs': { weight: ip(10), read: () => [] },
};

function readExchangeInfo(nowMs: number): JsonValue {
  return {
    timezone: 'UTC',
    serverTime: nowMs,
    rateLimits: [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6_000 },
    ],
    exchangeFilters: [],
    symbols: [],
  };
}

function readRestrictions(
  { permissions }: BinanceAccount,
  _params: URLSearchParams,
  nowMs: number,
): JsonValue {
  return {
    ipRestrict: permissions.withdraw === true,
    createTime: nowMs - DAY_MS,
    enableReading: true,
    enableWithdrawals: permissions.withdraw === true,
    enableInternalTransfer: false,
    enableMargin: false,
    enableFutures: false,
    permitsUniversalTransfer: false,
    enableVanillaOptions: false,
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    enableSpotAndMarginTrading: permissions.trade === true,
    enablePortfolioMarginTrading: false,
  };
}
