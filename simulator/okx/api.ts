import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type { ExchangeDescription, Refusal, Refusals } from '../routed/description.ts';
import { signedRoutes } from '../routed/description.ts';
import { listCurrencies } from './currencies.ts';
import { listBills } from './bills.ts';
import { listDeposits, listFiatDeposits, listFiatWithdrawals, listWithdrawals } from './records.ts';
import { checkOkxSignature, readOkxKey } from './signature.ts';

/** Source: "Rate Limit" of each funding endpoint. */
const PER_SECOND_MAX = 6;

const signed = signedRoutes(PER_SECOND_MAX);

/** OKX's v5 API for deposits, withdrawals, fiat orders, currencies and the funding account. */
export const OKX_API: ExchangeDescription = {
  name: 'okx',
  host: 'www.okx.com',
  routes: {
    'GET /api/v5/public/time': { access: 'public', read: (nowMs) => [{ ts: String(nowMs) }] },
    'GET /api/v5/asset/deposit-history': signed(listDeposits),
    'GET /api/v5/asset/withdrawal-history': signed(listWithdrawals),
    'GET /api/v5/fiat/deposit-order-history': signedRoutes(3)(listFiatDeposits),
    'GET /api/v5/fiat/withdrawal-order-history': signedRoutes(3)(listFiatWithdrawals),
    'GET /api/v5/asset/bills-history': signedRoutes(1)(listBills),
    'GET /api/v5/asset/currencies': signed(listCurrencies),
    'GET /api/v5/asset/balances': signed(readBalances),
    'GET /api/v5/account/config': signed(readConfig),
  },
  readApiKey: readOkxKey,
  checkSignature: checkOkxSignature,
  wrap: (data) => ({ code: '0', msg: '', data }),
  refuse: refuseOkx,
};

function readBalances(account: RoutedAccount, _params: URLSearchParams, nowMs: number): JsonValue {
  return account.balances.at(nowMs).map(({ assetId, free, locked, total }) => ({
    ccy: assetId,
    bal: total,
    availBal: free,
    frozenBal: locked,
  }));
}

function readConfig({
  permissions: { withdraw = false, trade = false },
}: RoutedAccount): JsonValue {
  const perm = ['read_only', ...(withdraw ? ['withdraw'] : []), ...(trade ? ['trade'] : [])];
  return [{ uid: '44705892343619584', mainUid: '44705892343619584', perm: perm.join(',') }];
}

/** HTTP statuses, codes and messages. Source: OKX v5, "Error Code". */
const REFUSALS: Refusals<string> = {
  'unknown-path': [404, '404', 'Not Found'],
  'unknown-key': [401, '50111', 'Invalid OK-ACCESS-KEY'],
  'wrong-passphrase': [401, '50105', 'Request header OK-ACCESS-PASSPHRASE incorrect.'],
  'wrong-signature': [401, '50113', 'Invalid Sign'],
  'stale-timestamp': [401, '50102', 'Timestamp request expired'],
  'invalid-parameter': [400, '51000', 'Parameter error'],
  'too-many-requests': [429, '50011', 'Too Many Requests'],
};

function refuseOkx(refusal: Refusal): WireResponse {
  const [status, code, msg] = REFUSALS[refusal];
  return responseJson(status, { code, msg, data: [] });
}
