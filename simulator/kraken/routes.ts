import type { JsonValue } from '../json-text.ts';
import type { KrakenAccount } from './account.ts';
import { resolveAssets } from './asset-names.ts';
import { KRAKEN_ASSETS } from './assets.ts';
import { readBalance, readExtendedBalance } from './balances.ts';
import { listFunding } from './funding-status.ts';
import { listLedgers } from './ledgers.ts';
import { listWithdrawMethods } from './withdraw-methods.ts';

/** The inputs of a private endpoint. */
export interface PrivateCall {
  readonly account: KrakenAccount;
  readonly params: URLSearchParams;
  readonly nowMs: number;
  /** The period that the status endpoints contain, in milliseconds. */
  readonly statusReachMs: number;
}

/** An endpoint that needs a signed request. */
export interface PrivateRoute {
  /** The cost of a call, which is added to the counter of its key. Source: Kraken REST API, "Rate limits". */
  readonly cost: number;
  read(call: PrivateCall): JsonValue;
}

/** Public endpoints, by path. */
export const PUBLIC_ROUTES: Readonly<
  Record<string, (params: URLSearchParams, nowMs: number) => JsonValue>
> = {
  '/0/public/Time': (_params, nowMs) => ({
    unixtime: Math.floor(nowMs / 1_000),
    rfc1123: new Date(nowMs).toUTCString(),
  }),
  '/0/public/SystemStatus': (_params, nowMs) => ({
    status: 'online',
    timestamp: new Date(nowMs).toISOString(),
  }),
  '/0/public/Assets': (params) => listAssets(params),
  '/0/public/AssetPairs': () => ({}),
};

/** Endpoints with a signature, by path. */
export const PRIVATE_ROUTES: Readonly<Record<string, PrivateRoute>> = {
  '/0/private/Balance': { cost: 1, read: ({ account, nowMs }) => readBalance(account, nowMs) },
  '/0/private/BalanceEx': {
    cost: 1,
    read: ({ account, nowMs }) => readExtendedBalance(account, nowMs),
  },
  '/0/private/GetApiKeyInfo': { cost: 1, read: ({ account }) => readKeyInfo(account) },
  '/0/private/Ledgers': {
    cost: 2,
    read: ({ account, params, nowMs }) => listLedgers(account, params, nowMs),
  },
  '/0/private/DepositStatus': { cost: 1, read: (call) => readFunding('deposit', call) },
  '/0/private/WithdrawStatus': { cost: 1, read: (call) => readFunding('withdrawal', call) },
  '/0/private/WithdrawMethods': {
    cost: 1,
    read: ({ account, params }) => listWithdrawMethods(account, params),
  },
};

/** `GetApiKeyInfo`. Source: Kraken REST API, "Get API Key Info". */
function readKeyInfo({ credentials, permissions }: KrakenAccount): JsonValue {
  return {
    apiKeyName: 'simulated',
    apiKey: credentials.apiKey,
    permissions: [
      'query-funds',
      'query-ledger',
      ...(permissions.withdraw === true ? ['withdraw-funds'] : []),
      ...(permissions.trade === true ? ['modify-trades'] : []),
    ],
    ipAllowlist: [],
  };
}

function readFunding(source: 'deposit' | 'withdrawal', call: PrivateCall): JsonValue {
  const { account, params, nowMs, statusReachMs } = call;
  return listFunding(account, source, params, { nowMs, reachMs: statusReachMs });
}

function listAssets(params: URLSearchParams): JsonValue {
  const assets = resolveAssets(params.get('asset') ?? 'all');
  return Object.fromEntries(
    KRAKEN_ASSETS.filter(({ id }) => assets === undefined || assets.has(id)).map((asset) => [
      asset.id,
      {
        aclass: 'currency',
        altname: asset.altname,
        decimals: asset.decimals,
        display_decimals: asset.displayDecimals,
        status: 'enabled',
      },
    ]),
  );
}
