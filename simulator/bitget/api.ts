import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type { ExchangeDescription, Refusal, Refusals } from '../routed/description.ts';
import { signedRoutes } from '../routed/description.ts';
import { listBills } from './bills.ts';
import { listCoins } from './coins.ts';
import { listDeposits, listWithdrawals } from './records.ts';
import { checkBitgetSignature, readBitgetKey } from './signature.ts';

/** Source: "Frequency limit" of each endpoint. */
const PER_SECOND_MAX = 10;

const signed = signedRoutes(PER_SECOND_MAX);

/** Bitget's v2 API for deposits, withdrawals, coins and the spot account. */
export const BITGET_API: ExchangeDescription = {
  name: 'bitget',
  host: 'api.bitget.com',
  routes: {
    'GET /api/v2/public/time': {
      access: 'public',
      read: (nowMs) => ({ serverTime: String(nowMs) }),
    },
    'GET /api/v2/spot/public/coins': { access: 'public', read: listCoins },
    'GET /api/v2/spot/account/assets': signed(readAssets),
    'GET /api/v2/spot/account/bills': signed(listBills),
    'GET /api/v2/spot/account/info': signedRoutes(1)(readAccountInfo),
    'GET /api/v2/spot/wallet/deposit-records': signed(listDeposits),
    'GET /api/v2/spot/wallet/withdrawal-records': signed(listWithdrawals),
  },
  readApiKey: readBitgetKey,
  checkSignature: checkBitgetSignature,
  wrap: (data, nowMs) => ({ code: '00000', msg: 'success', requestTime: nowMs, data }),
  refuse: refuseBitget,
};

function readAssets(account: RoutedAccount, _params: URLSearchParams, nowMs: number): JsonValue {
  return account.balances.at(nowMs).map(({ assetId, free, locked }) => ({
    coin: assetId,
    available: free,
    frozen: locked,
    locked: '0',
    limitAvailable: '0',
    uTime: String(nowMs),
  }));
}

/** Source: Bitget v2, "Get Account Information". */
function readAccountInfo({ permissions }: RoutedAccount): JsonValue {
  return {
    userId: '7000002',
    ips: '',
    authorities: [
      'stor',
      'wtor',
      ...(permissions.withdraw === true ? ['wwow'] : []),
      ...(permissions.trade === true ? ['stow'] : []),
    ],
    parentId: '7000002',
    traderType: 'not_trader',
  };
}

/** HTTP statuses, codes and messages. Source: Bitget v2, "RestAPI Error Code". */
const REFUSALS: Refusals<string> = {
  'unknown-path': [404, '40404', 'Request URL NOT FOUND'],
  'unknown-key': [400, '40006', 'Invalid ACCESS_KEY'],
  'wrong-passphrase': [400, '40012', 'apikey/password is incorrect'],
  'wrong-signature': [400, '40009', 'sign signature error'],
  'stale-timestamp': [400, '40008', 'Request timestamp expired'],
  'invalid-parameter': [400, '40017', 'Parameter verification failed'],
  'too-many-requests': [429, '429', 'Too Many Requests'],
};

function refuseBitget(refusal: Refusal, nowMs: number): WireResponse {
  const [status, code, msg] = REFUSALS[refusal];
  return responseJson(status, { code, msg, requestTime: nowMs, data: null });
}
