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
import { RequestRefused } from '../routed/description.ts';
import { listCurrencies } from './currencies.ts';
import { readLedger, SPOT_ACCOUNT_ID } from './ledger.ts';
import { listRecords } from './records.ts';
import { checkHtxSignature, readHtxKey } from './signature.ts';

/** 20 requests per two seconds. Source: "Rate Limit" of each endpoint. */
const PER_SECOND_MAX = 10;
const UID = 410_000_001;

/** Returns a response of version 1. */
function v1(data: JsonValue): JsonValue {
  return { status: 'ok', data };
}

/** Returns a response of version 2. */
function v2(data: JsonValue): JsonValue {
  return { code: 200, data, ok: true };
}

function signed(wrap: (data: JsonValue) => JsonValue, read: ReadRoute): SignedRoute {
  return {
    access: 'signed',
    perSecondMax: PER_SECOND_MAX,
    read: (account, params, nowMs) => wrap(read(account, params, nowMs)),
  };
}

/** HTX's spot API for deposits, withdrawals, transfers, currencies and the spot account. */
export const HTX_API: ExchangeDescription = {
  name: 'htx',
  host: 'api.huobi.pro',
  routes: {
    'GET /v1/common/timestamp': { access: 'public', read: (nowMs) => v1(nowMs) },
    'GET /v2/reference/currencies': { access: 'public', read: () => v2(listCurrencies()) },
    'GET /v1/account/accounts': signed(v1, listAccounts),
    [`GET /v1/account/accounts/${SPOT_ACCOUNT_ID}/balance`]: signed(v1, readBalance),
    'GET /v1/query/deposit-withdraw': signed(v1, listRecords),
    'GET /v2/account/ledger': signed((response) => response, readLedger),
    'GET /v2/user/uid': signed(v2, () => UID),
    'GET /v2/user/api-key': signed(v2, listKeys),
  },
  readApiKey: readHtxKey,
  checkSignature: checkHtxSignature,
  wrap: (response) => response,
  refuse: refuseHtx,
};

/** Source: "Get all Accounts of the Current User". */
function listAccounts(): JsonValue {
  return [
    { id: SPOT_ACCOUNT_ID + 1, type: 'point', subtype: '', state: 'working' },
    { id: SPOT_ACCOUNT_ID, type: 'spot', subtype: '', state: 'working' },
  ];
}

/** Source: "Get Account Balance of a Specific Account". */
function readBalance(account: RoutedAccount, _params: URLSearchParams, nowMs: number): JsonValue {
  const list = account.balances.at(nowMs).flatMap(({ assetId, free, locked }) => [
    { currency: assetId.toLowerCase(), type: 'trade', balance: free, available: free },
    { currency: assetId.toLowerCase(), type: 'frozen', balance: locked },
  ]);
  return { id: SPOT_ACCOUNT_ID, type: 'spot', state: 'working', list };
}

/** Source: "API key query". */
function listKeys(
  { credentials, permissions: { withdraw = false, trade = false } }: RoutedAccount,
  params: URLSearchParams,
): JsonValue {
  if (params.get('uid') !== String(UID)) throw new RequestRefused('invalid-parameter');
  const rights = ['readOnly', ...(trade ? ['trade'] : []), ...(withdraw ? ['withdraw'] : [])];
  return [
    {
      accessKey: credentials.apiKey,
      note: 'simulated',
      permission: rights.join(','),
      ipAddresses: '127.0.0.1',
      validDays: -1,
      status: 'normal',
      createTime: 1_617_159_830_000,
      updateTime: 1_617_159_830_000,
    },
  ];
}

/**
 * HTTP statuses, codes and messages. Source: "Error Code"; a refusal of version 1 has status 200.
 */
const REFUSALS: Refusals<string> = {
  'unknown-path': [404, 'not-found', 'Not found'],
  'unknown-key': [200, 'api-signature-not-valid', 'Signature not valid: Incorrect Access key'],
  'wrong-passphrase': [200, 'api-signature-not-valid', 'Signature not valid'],
  'wrong-signature': [200, 'api-signature-not-valid', 'Signature not valid: Verification failure'],
  'stale-timestamp': [200, 'api-signature-not-valid', 'Signature not valid: Invalid timestamp'],
  'invalid-parameter': [200, 'invalid-parameter', 'invalid parameter'],
  'too-many-requests': [429, 'rate-too-many-requests', 'exceeded rate limit'],
};

function refuseHtx(refusal: Refusal): WireResponse {
  const [status, code, message] = REFUSALS[refusal];
  return responseJson(status, {
    status: 'error',
    'err-code': code,
    'err-msg': message,
    data: null,
  });
}
