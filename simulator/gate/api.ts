import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type { ExchangeDescription, Refusal, Refusals } from '../routed/description.ts';
import { signedRoutes } from '../routed/description.ts';
import { listAccountBook } from './account-book.ts';
import { listCurrencies, listWithdrawStatus } from './currencies.ts';
import { listDeposits, listWithdrawals } from './records.ts';
import { checkGateSignature, readGateKey } from './signature.ts';

/** 200 requests per ten seconds. Source: Gate API v4, "Frequency limit rule", wallet. */
const PER_SECOND_MAX = 20;

const signed = signedRoutes(PER_SECOND_MAX);

/** Gate's API v4 for deposits, withdrawals, currencies and the spot account. */
export const GATE_API: ExchangeDescription = {
  name: 'gate',
  host: 'api.gateio.ws',
  routes: {
    'GET /api/v4/account/main_keys': signed(listKeys),
    'GET /api/v4/spot/time': { access: 'public', read: (nowMs) => ({ server_time: nowMs }) },
    'GET /api/v4/spot/currencies': { access: 'public', read: listCurrencies },
    'GET /api/v4/spot/account_book': signed(listAccountBook),
    'GET /api/v4/spot/accounts': signed(readAccounts),
    'GET /api/v4/wallet/deposits': signed(listDeposits),
    'GET /api/v4/wallet/withdrawals': signed(listWithdrawals),
    'GET /api/v4/wallet/withdraw_status': signed(listWithdrawStatus),
  },
  readApiKey: readGateKey,
  checkSignature: checkGateSignature,
  wrap: (result) => result,
  refuse: refuseGate,
};

function readAccounts(account: RoutedAccount, _params: URLSearchParams, nowMs: number): JsonValue {
  return account.balances.at(nowMs).map(({ assetId, free, locked }) => ({
    currency: assetId,
    available: free,
    locked,
    update_id: 98,
  }));
}

/** The account's keys, partly hidden. Source: Gate API v4, "Query All Main Account Key Information". */
function listKeys({ credentials, permissions }: RoutedAccount): JsonValue {
  const perms = [
    { name: 'wallet', read_only: permissions.withdraw !== true },
    { name: 'spot', read_only: permissions.trade !== true },
  ];
  const other = { name: 'wallet', read_only: false };
  return [
    { state: 1, mode: 1, name: 'other', perms: [other], key: '0000*****' },
    { state: 1, mode: 1, name: 'own', perms, key: `${credentials.apiKey.slice(0, -4)}*****` },
  ];
}

/** HTTP statuses, labels and messages. Source: Gate API v4, "Error Handling". */
const REFUSALS: Refusals<string> = {
  'unknown-path': [404, 'NOT_FOUND', 'Not found'],
  'unknown-key': [401, 'INVALID_KEY', 'Invalid key provided'],
  'wrong-passphrase': [401, 'INVALID_KEY', 'Invalid key provided'],
  'wrong-signature': [401, 'INVALID_SIGNATURE', 'Signature mismatch'],
  'stale-timestamp': [403, 'REQUEST_EXPIRED', 'gap between request Timestamp and server time'],
  'invalid-parameter': [400, 'INVALID_PARAM_VALUE', 'invalid argument'],
  'too-many-requests': [429, 'TOO_MANY_REQUESTS', 'Request Rate limit Exceeded'],
};

function refuseGate(refusal: Refusal): WireResponse {
  const [status, label, message] = REFUSALS[refusal];
  return responseJson(status, { label, message });
}
