import { HOUR_MS } from '../../src/domain/duration.ts';
import type { AccountOptions, SimulatedExchange, WireResponse, WireRequest } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import { openRoutedAccount } from '../routed/account.ts';
import { type Refusal, type Refusals, RequestRefused } from '../routed/description.ts';
import { RequestMeter } from '../routed/request-meter.ts';
import type { Conditions } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { listAccounts, listBrokerageAccounts } from './accounts.ts';
import { uuidOf } from './identifiers.ts';
import { listTransactions } from './records.ts';
import { checkCoinbaseToken, readCoinbaseKey } from './signature.ts';

/** Source: Coinbase App, "Rate Limiting". */
const PER_HOUR_MAX = 10_000;
const HOST = 'api.coinbase.com';
const TRANSACTIONS_PATH = /^\/v2\/accounts\/([^/]+)\/transactions$/;

/**
 * Coinbase's API for accounts, transactions and balances. It has no table of routes, because paths contain
 * the identifiers of accounts.
 */
export class SimulatedCoinbase implements SimulatedExchange<AccountOptions<RoutedTruthRow>> {
  readonly name = 'coinbase';
  readonly #options: Conditions;
  readonly #meter: RequestMeter | undefined;
  readonly #accounts = new Map<string, RoutedAccount>();

  constructor(options: Conditions) {
    const { rateLimitNow } = options;
    this.#options = options;
    this.#meter = rateLimitNow === undefined ? undefined : new RequestMeter(rateLimitNow, HOUR_MS);
  }

  addAccount(account: AccountOptions<RoutedTruthRow>): void {
    this.#accounts.set(account.credentials.apiKey, openRoutedAccount(account));
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  respond(request: WireRequest): WireResponse {
    try {
      return responseJson(200, this.#read(request, this.#options.now()));
    } catch (error) {
      if (error instanceof RequestRefused) return refuse(error.refusal);
      throw error;
    }
  }

  refuseKey(): WireResponse {
    return refuse('unknown-key');
  }

  #read(request: WireRequest, nowMs: number): JsonValue {
    const { method, path } = request;
    if (method !== 'GET') throw new RequestRefused('unknown-path');
    if (path === '/api/v3/brokerage/time') return writeTime(nowMs);
    const account = this.#authenticate(request, nowMs);
    const params = new URLSearchParams(request.query);
    if (path === '/v2/accounts') return listAccounts(account, params, nowMs);
    if (path === '/api/v3/brokerage/accounts') return listBrokerageAccounts(account, params, nowMs);
    if (path === '/api/v3/brokerage/key_permissions') return writePermissions(account);
    const accountId = TRANSACTIONS_PATH.exec(path)?.[1];
    if (accountId === undefined) throw new RequestRefused('unknown-path');
    return listTransactions(account, accountId, params, nowMs);
  }

  #authenticate(request: WireRequest, nowMs: number): RoutedAccount {
    const apiKey = readCoinbaseKey(request);
    const account = this.#accounts.get(apiKey);
    if (account === undefined) throw new RequestRefused('unknown-key');
    const check = { nowMs, slackMs: this.#options.timestampSlackMs };
    checkCoinbaseToken(request, account.credentials, check);
    this.#meter?.count(apiKey, PER_HOUR_MAX);
    return account;
  }
}

/** `GET /api/v3/brokerage/time`. Source: Advanced Trade API, "Get Server Time". */
function writeTime(nowMs: number): JsonValue {
  return {
    iso: new Date(nowMs).toISOString(),
    epochSeconds: String(Math.floor(nowMs / 1000)),
    epochMillis: String(nowMs),
  };
}

/** Source: Advanced Trade API, "Get API Key Permissions". */
function writePermissions({ permissions }: RoutedAccount): JsonValue {
  return {
    can_view: true,
    can_trade: permissions.trade === true,
    can_transfer: permissions.withdraw === true,
    portfolio_uuid: uuidOf('portfolio'),
    portfolio_type: 'DEFAULT',
  };
}

/** HTTP statuses, identifiers and messages. Source: Coinbase App, "Error Messages". */
const REFUSALS: Refusals<string> = {
  'unknown-path': [404, 'not_found', 'Not found'],
  'unknown-key': [401, 'authentication_error', 'invalid api key'],
  'wrong-passphrase': [401, 'authentication_error', 'invalid api key'],
  'wrong-signature': [401, 'authentication_error', 'invalid signature'],
  'stale-timestamp': [401, 'authentication_error', 'request timestamp expired'],
  'invalid-parameter': [400, 'invalid_request', 'Invalid request'],
  'too-many-requests': [429, 'rate_limit_exceeded', 'Too many requests'],
};

function refuse(refusal: Refusal): WireResponse {
  const [status, id, message] = REFUSALS[refusal];
  return responseJson(status, { errors: [{ id, message }] });
}
