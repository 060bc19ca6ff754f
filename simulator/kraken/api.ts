import { DAY_MS } from '../../src/domain/duration.ts';
import type { AccountOptions, SimulatedExchange, WireResponse, WireRequest } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { Conditions } from '../simulation.ts';
import type { KrakenTruthRow } from '../truth.ts';
import type { KrakenAccount } from './account.ts';
import { openKrakenAccount } from './account.ts';
import { CallCounter } from './call-counter.ts';
import { KrakenError } from './errors.ts';
import type { PrivateRoute } from './routes.ts';
import { PRIVATE_ROUTES, PUBLIC_ROUTES } from './routes.ts';
import { checkSignature } from './signature.ts';

const HOST = 'api.kraken.com';

/** Default period that the status endpoints contain; the documentation only says "recent". */
export const KRAKEN_STATUS_REACH_MS = 90 * DAY_MS;

interface OpenKey {
  readonly account: KrakenAccount;
  readonly counter: CallCounter | undefined;
  lastNonce: bigint;
}

/** Kraken's REST API for ledgers, deposits, withdrawals, assets and balances. */
export class SimulatedKraken implements SimulatedExchange<AccountOptions<KrakenTruthRow>> {
  readonly name = 'kraken';
  readonly #options: Conditions;
  readonly #keys = new Map<string, OpenKey>();

  constructor(options: Conditions) {
    this.#options = options;
  }

  addAccount(account: AccountOptions<KrakenTruthRow>): void {
    const now = this.#options.rateLimitNow;
    this.#keys.set(account.credentials.apiKey, {
      account: openKrakenAccount(account),
      counter: now === undefined ? undefined : new CallCounter(now()),
      lastNonce: -1n,
    });
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  respond(request: WireRequest): WireResponse {
    try {
      return responseJson(200, { error: [], result: this.#read(request) });
    } catch (error) {
      if (error instanceof KrakenError) return error.toResponse();
      throw error;
    }
  }

  refuseKey(): WireResponse {
    return new KrakenError('EAPI:Invalid key').toResponse();
  }

  #read(request: WireRequest): JsonValue {
    const nowMs = this.#options.now();
    const open = PUBLIC_ROUTES[request.path];
    if (open !== undefined) return open(new URLSearchParams(request.query), nowMs);
    const route = PRIVATE_ROUTES[request.path];
    if (route === undefined || request.method !== 'POST') {
      throw new KrakenError('EGeneral:Unknown method');
    }
    const params = new URLSearchParams(request.body);
    const key = this.#authenticate(request, params, route);
    const statusReachMs = this.#options.krakenStatusReachMs ?? KRAKEN_STATUS_REACH_MS;
    return route.read({ account: key.account, params, nowMs, statusReachMs });
  }

  #authenticate(request: WireRequest, params: URLSearchParams, route: PrivateRoute): OpenKey {
    const key = this.#keys.get(request.headers['api-key'] ?? '');
    if (key === undefined) throw new KrakenError('EAPI:Invalid key');
    const nonce = params.get('nonce') ?? '';
    if (!/^\d{1,19}$/.test(nonce)) throw new KrakenError('EAPI:Invalid nonce');
    checkSignature(request, nonce, key.account.credentials.secret);
    if (BigInt(nonce) <= key.lastNonce) throw new KrakenError('EAPI:Invalid nonce');
    key.lastNonce = BigInt(nonce);
    key.counter?.count(route.cost, this.#options.rateLimitNow?.() ?? 0);
    return key;
  }
}
