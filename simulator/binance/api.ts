import type { AccountOptions, SimulatedExchange, WireResponse, WireRequest } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { Conditions } from '../simulation.ts';
import type { BinanceTruthRow } from '../truth.ts';
import type { BinanceAccount } from './account.ts';
import { openBinanceAccount } from './account.ts';
import { BinanceError, unknownKeyError } from './errors.ts';
import { PUBLIC_ROUTES, SIGNED_ROUTES } from './routes.ts';
import { checkSignature } from './signature.ts';
import { WeightMeter } from './weights.ts';

const API_HOST = 'api.binance.com';

/** Binance's REST API for deposits, withdrawals, fiat orders, coins and balances. */
export class SimulatedBinance implements SimulatedExchange<AccountOptions<BinanceTruthRow>> {
  readonly name = 'binance';
  readonly #options: Conditions;
  readonly #meter: WeightMeter | undefined;
  readonly #accounts = new Map<string, BinanceAccount>();

  constructor(options: Conditions) {
    this.#options = options;
    const now = options.rateLimitNow;
    this.#meter = now === undefined ? undefined : new WeightMeter(now);
  }

  addAccount(account: AccountOptions<BinanceTruthRow>): void {
    this.#accounts.set(account.credentials.apiKey, openBinanceAccount(account));
  }

  serves(host: string): boolean {
    return host === 'binance.com' || host.endsWith('.binance.com');
  }

  respond(request: WireRequest): WireResponse {
    try {
      return this.#respond(request);
    } catch (error) {
      if (error instanceof BinanceError) return error.toResponse();
      throw error;
    }
  }

  refuseKey(): WireResponse {
    return unknownKeyError().toResponse();
  }

  #respond(request: WireRequest): WireResponse {
    const nowMs = this.#options.now();
    const open = PUBLIC_ROUTES[request.host + request.path];
    const route = request.host === API_HOST ? SIGNED_ROUTES[request.path] : undefined;
    const target = open ?? route;
    if (target === undefined || request.method !== 'GET') {
      return responseJson(404, { code: -1000, msg: 'Path or method is not simulated.' });
    }
    const key = request.headers['x-mbx-apikey'] ?? '';
    const headers = this.#meter?.charge(target.weight, request.path, key) ?? {};
    try {
      if (open !== undefined) return responseJson(200, open.read(nowMs), headers);
      const params = new URLSearchParams(request.query);
      const account = this.#authenticate(request, params, nowMs);
      return responseJson(200, route?.read(account, params, nowMs) ?? null, headers);
    } catch (error) {
      if (error instanceof BinanceError) return error.toResponse(headers);
      throw error;
    }
  }

  #authenticate(request: WireRequest, params: URLSearchParams, nowMs: number): BinanceAccount {
    const account = this.#accounts.get(request.headers['x-mbx-apikey'] ?? '');
    if (account === undefined) throw unknownKeyError();
    checkSignature(request, params, account.credentials.secret, {
      nowMs,
      aheadMaxMs: 1_000 + this.#options.timestampSlackMs,
      behindSlackMs: this.#options.timestampSlackMs,
    });
    return account;
  }
}
