import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type {
  ExchangeDescription,
  ReadRoute,
  Refusal,
  Refusals,
  SignedRoute,
} from '../routed/description.ts';
import { listCurrencies } from './currencies.ts';
import { listLedger } from './ledger.ts';
import { readQuota } from './quota.ts';
import { listDeposits, listV1Deposits, listV1Withdrawals, listWithdrawals } from './records.ts';
import { checkKucoinSignature, readKucoinKey } from './signature.ts';

/**
 * Maximum weight of a user per 30 seconds; all of it may be used in one second. Source: KuCoin, "Rate limit".
 */
const WEIGHT_MAX = 2000;

function signed(weight: number, read: ReadRoute): SignedRoute {
  return { access: 'signed', perSecondMax: WEIGHT_MAX / weight, read };
}

/** KuCoin's API for deposits, withdrawals, currencies and the main account. */
export const KUCOIN_API: ExchangeDescription = {
  name: 'kucoin',
  host: 'api.kucoin.com',
  routes: {
    'GET /api/v1/timestamp': { access: 'public', read: (nowMs) => nowMs },
    'GET /api/v3/currencies': { access: 'public', read: listCurrencies },
    'GET /api/v1/accounts': signed(5, listAccounts),
    'GET /api/v1/accounts/ledgers': signed(2, listLedger),
    'GET /api/v1/user/api-key': signed(20, readKey),
    'GET /api/v1/deposits': signed(5, listDeposits),
    'GET /api/v1/hist-deposits': signed(5, listV1Deposits),
    'GET /api/v1/withdrawals': signed(20, listWithdrawals),
    'GET /api/v1/withdrawals/quotas': signed(20, readQuota),
    'GET /api/v1/hist-withdrawals': signed(20, listV1Withdrawals),
  },
  readApiKey: readKucoinKey,
  checkSignature: checkKucoinSignature,
  wrap: (data) => ({ code: '200000', data }),
  refuse: refuseKucoin,
};

/**
 * Source: KuCoin, "Get Account List - Spot"; the trading account has a small balance of every
 * asset.
 */
function listAccounts(account: RoutedAccount, params: URLSearchParams, nowMs: number): JsonValue {
  const type = params.get('type');
  const rows = account.balances
    .at(nowMs)
    .flatMap(({ assetId, total, free, locked }, index) => [
      writeAccount(`${index}1`, 'main', assetId, [total, free, locked]),
      writeAccount(`${index}2`, 'trade', assetId, ['7', '5', '2']),
    ]);
  return rows.filter((row) => type === null || row.type === type);
}

function writeAccount(
  id: string,
  type: string,
  currency: string,
  [balance, available, holds]: readonly [string, string, string],
) {
  return { id, currency, type, balance, available, holds };
}

/** Source: KuCoin, "Get Apikey Info". */
function readKey({ credentials, permissions }: RoutedAccount, _params: unknown): JsonValue {
  const rights = [
    'General',
    ...(permissions.trade === true ? ['Spot', 'Margin'] : []),
    ...(permissions.withdraw === true ? ['Withdrawal'] : []),
  ];
  return {
    remark: 'teller',
    apiKey: credentials.apiKey,
    apiVersion: 3,
    permission: rights.join(','),
    createdAt: 1_728_443_843_000,
    uid: 165_111_215,
    isMaster: true,
  };
}

/** HTTP statuses, codes and messages. Source: KuCoin, "Error codes". */
const REFUSALS: Refusals<string> = {
  'unknown-path': [404, '404000', 'Url Not Found'],
  'unknown-key': [401, '400003', 'KC-API-KEY not exists'],
  'wrong-passphrase': [401, '400004', 'Invalid KC-API-PASSPHRASE'],
  'wrong-signature': [401, '400005', 'Invalid KC-API-SIGN'],
  'stale-timestamp': [401, '400002', 'Invalid KC-API-TIMESTAMP'],
  'invalid-parameter': [400, '400100', 'Parameter Error'],
  'too-many-requests': [429, '429000', 'Too Many Requests'],
};

function refuseKucoin(refusal: Refusal): WireResponse {
  const [status, code, msg] = REFUSALS[refusal];
  return responseJson(status, { code, msg });
}
