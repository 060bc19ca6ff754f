import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import type { ExchangeDescription, Refusal, Refusals } from '../routed/description.ts';
import { signedRoutes } from '../routed/description.ts';
import { mapCurrencies } from './currencies.ts';
import { listRewards, listTransactions } from './ledger.ts';
import { listDeposits, listFiatDeposits, listFiatWithdrawals, listWithdrawals } from './records.ts';
import { checkCryptoComSignature, readCryptoComKey, readCryptoComParams } from './signature.ts';

/** 3 requests in 100 ms. Source: "Rate Limits". */
const PER_SECOND_MAX = 30;

const signed = signedRoutes(PER_SECOND_MAX);

/**
 * Crypto.com's v1 API for deposits, withdrawals, bank transfers, ledger, currencies and balances.
 */
export const CRYPTOCOM_API: ExchangeDescription = {
  name: 'cryptocom',
  host: 'api.crypto.com',
  routes: {
    'GET /exchange/v1/public/get-tickers': { access: 'public', read: listTickers },
    'POST /exchange/v1/private/get-deposit-history': signed(listDeposits),
    'POST /exchange/v1/private/get-withdrawal-history': signed(listWithdrawals),
    'POST /exchange/v1/private/fiat/fiat-deposit-history': signed(listFiatDeposits),
    'POST /exchange/v1/private/fiat/fiat-withdraw-history': signed(listFiatWithdrawals),
    'POST /exchange/v1/private/get-currency-networks': signed((_account, _params, nowMs) =>
      mapCurrencies(nowMs),
    ),
    'POST /exchange/v1/private/get-transactions': signed(listTransactions),
    'POST /exchange/v1/private/staking/get-reward-history': signed(listRewards),
    'POST /exchange/v1/private/user-balance': signed(readBalance),
  },
  readApiKey: readCryptoComKey,
  readParams: readCryptoComParams,
  checkSignature: checkCryptoComSignature,
  wrap: (result) => ({ code: 0, result }),
  refuse: refuseCryptoCom,
};

/** The ticker of one market, with its time. Source: "public/get-tickers". */
function listTickers(nowMs: number): JsonValue {
  return { data: [{ i: 'BTC_USD', t: nowMs }] };
}

function readBalance(account: RoutedAccount, _params: URLSearchParams, nowMs: number): JsonValue {
  const positions = account.balances.at(nowMs).map(({ assetId, free, locked, total }) => ({
    instrument_name: assetId,
    quantity: total,
    reserved_qty: locked,
    max_withdrawal_balance: free,
    collateral_eligible: 'true',
    haircut: '0',
  }));
  return { data: [{ instrument_name: 'USD', position_balances: positions }] };
}

/** HTTP statuses, codes and messages. Source: "Response and Reason Codes". */
const REFUSALS: Refusals<number> = {
  'unknown-path': [400, 40002, 'METHOD_NOT_FOUND'],
  'unknown-key': [401, 40101, 'UNAUTHORIZED'],
  'wrong-passphrase': [401, 40101, 'UNAUTHORIZED'],
  'wrong-signature': [401, 40101, 'UNAUTHORIZED'],
  'stale-timestamp': [400, 40102, 'INVALID_NONCE'],
  'invalid-parameter': [400, 40004, 'MISSING_OR_INVALID_ARGUMENT'],
  'too-many-requests': [429, 42901, 'TOO_MANY_REQUESTS'],
};

function refuseCryptoCom(refusal: Refusal): WireResponse {
  const [status, code, message] = REFUSALS[refusal];
  return responseJson(status, { code, message });
}
