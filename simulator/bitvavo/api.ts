import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type { ExchangeDescription, Refusal, Refusals } from '../routed/description.ts';
import { signedRoutes } from '../routed/description.ts';
import { listAccountHistory } from './account-history.ts';
import { listAssets } from './assets.ts';
import { listDeposits, listWithdrawals } from './records.ts';
import { checkBitvavoSignature, readBitvavoKey } from './signature.ts';

/** 1000 weight points per minute. Each signed request costs 5, and all of them may be sent in one second. */
const PER_SECOND_MAX = 200;

const signed = signedRoutes(PER_SECOND_MAX);

/** Bitvavo's v2 API for deposits, withdrawals, assets and balances. */
export const BITVAVO_API: ExchangeDescription = {
  name: 'bitvavo',
  host: 'api.bitvavo.com',
  routes: {
    'GET /v2/time': { access: 'public', read: (nowMs) => ({ time: nowMs }) },
    'GET /v2/assets': { access: 'public', read: listAssets },
    'GET /v2/account/history': signed(listAccountHistory),
    'GET /v2/balance': signed(readBalance),
    'GET /v2/depositHistory': signed(listDeposits),
    'GET /v2/withdrawalHistory': signed(listWithdrawals),
  },
  readApiKey: readBitvavoKey,
  checkSignature: checkBitvavoSignature,
  wrap: (result) => result,
  refuse: refuseBitvavo,
};

function readBalance(account: RoutedAccount, _params: URLSearchParams, nowMs: number): JsonValue {
  return account.balances.at(nowMs).map(({ assetId, free, locked }) => ({
    symbol: assetId,
    available: free,
    inOrder: locked,
  }));
}

/** HTTP statuses, codes and messages. Source: Bitvavo v2, "Errors". */
const REFUSALS: Refusals<number> = {
  'unknown-path': [404, 110, 'Invalid endpoint. Please check url and HTTP method.'],
  'unknown-key': [403, 305, 'No active API key found.'],
  'wrong-passphrase': [403, 305, 'No active API key found.'],
  'wrong-signature': [403, 309, 'The signature is invalid.'],
  'stale-timestamp': [403, 304, 'Request was not received within acceptable window.'],
  'invalid-parameter': [400, 205, 'limit parameter is invalid.'],
  'too-many-requests': [
    429,
    105,
    'Your API key has been banned for not respecting the rate limit.',
  ],
};

function refuseBitvavo(refusal: Refusal): WireResponse {
  const [status, errorCode, error] = REFUSALS[refusal];
  return responseJson(status, { errorCode, error });
}
