import type { WireResponse, WireRequest } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type { ExchangeDescription, Refusal, Refusals } from '../routed/description.ts';
import { signedRoutes } from '../routed/description.ts';
import { RoutedExchange } from '../routed/routed-exchange.ts';
import type { Conditions } from '../simulation.ts';
import { listCurrencies } from './currencies.ts';
import { listCryptoTransactions, listUserTransactions, listWithdrawalRequests } from './records.ts';
import { checkBitstampSignature, readBitstampKey } from './signature.ts';

const PER_SECOND_MAX = 400;

const signed = signedRoutes(PER_SECOND_MAX);

/** Bitstamp's v2 API for transactions, withdrawal requests, currencies and balances. */
const BITSTAMP: ExchangeDescription = {
  name: 'bitstamp',
  host: 'www.bitstamp.net',
  routes: {
    'GET /api/v2/eur_usd/': {
      access: 'public',
      read: () => ({ buy: '1.08000', sell: '1.07000' }),
    },
    'GET /api/v2/currencies/': { access: 'public', read: listCurrencies },
    'POST /api/v2/account_balances/': signed(readBalances),
    'POST /api/v2/crypto-transactions/': signed(listCryptoTransactions),
    'POST /api/v2/user_transactions/': signed(listUserTransactions),
    'POST /api/v2/withdrawal-requests/': signed(listWithdrawalRequests),
  },
  readApiKey: readBitstampKey,
  checkSignature: (request, credentials, check) =>
    checkBitstampSignature({ ...request, query: '' }, credentials, check),
  wrap: (result) => result,
  refuse: refuseBitstamp,
};

/** Bitstamp: parameters are in the body of a POST, and the date of a response is its clock. */
export class SimulatedBitstamp extends RoutedExchange {
  readonly #now: () => number;

  constructor(options: Conditions) {
    super(BITSTAMP, options);
    this.#now = options.now;
  }

  override respond(request: WireRequest): WireResponse {
    const response = super.respond({ ...request, query: request.body });
    const date = new Date(this.#now()).toUTCString();
    return { ...response, headers: { ...response.headers, date } };
  }
}

function readBalances(account: RoutedAccount, _params: URLSearchParams, nowMs: number): JsonValue {
  return account.balances.at(nowMs).map(({ assetId, free, locked, total }) => ({
    currency: assetId.toLowerCase(),
    total,
    available: free,
    reserved: locked,
  }));
}

/** HTTP statuses, codes and reasons. Source: Bitstamp v2, "Authentication", "Response codes". */
const REFUSALS: Refusals<string> = {
  'unknown-path': [404, '404.001', 'Unknown not found error.'],
  'unknown-key': [403, 'API0001', 'API key not found'],
  'wrong-passphrase': [403, 'API0001', 'API key not found'],
  'wrong-signature': [403, 'API0005', 'Invalid signature'],
  'stale-timestamp': [403, 'API0017', 'X-Auth-Timestamp header is out of boundaries'],
  'invalid-parameter': [400, '400.007', 'POST parameter(s) is malformed.'],
  'too-many-requests': [400, '400.002', 'Request rejected due to exceeded rate limit.'],
};

function refuseBitstamp(refusal: Refusal): WireResponse {
  const [status, code, reason] = REFUSALS[refusal];
  const isResponseCode = /^\d/.test(code);
  return responseJson(status, {
    status: 'error',
    reason,
    ...(isResponseCode ? { response_code: code } : { code }),
  });
}
