import type { AccountOptions, SimulatedExchange, WireResponse, WireRequest } from '../exchange.ts';
import { responseJson } from '../exchange.ts';
import type { Conditions } from '../simulation.ts';
import type { RoutedTruthRow } from '../truth.ts';
import type { RoutedAccount } from './account.ts';
import { openRoutedAccount } from './account.ts';
import type { ExchangeDescription, SignedRoute } from './description.ts';
import { RequestRefused } from './description.ts';
import { RequestMeter } from './request-meter.ts';

/** A simulated exchange that is described by a table of routes. */
export class RoutedExchange implements SimulatedExchange<AccountOptions<RoutedTruthRow>> {
  readonly name: string;
  readonly #description: ExchangeDescription;
  readonly #options: Conditions;
  readonly #meter: RequestMeter | undefined;
  readonly #accounts = new Map<string, RoutedAccount>();

  constructor(description: ExchangeDescription, options: Conditions) {
    const { rateLimitNow } = options;
    this.name = description.name;
    this.#description = description;
    this.#options = options;
    this.#meter = rateLimitNow === undefined ? undefined : new RequestMeter(rateLimitNow);
  }

  addAccount(account: AccountOptions<RoutedTruthRow>): void {
    this.#accounts.set(account.credentials.apiKey, openRoutedAccount(account));
  }

  serves(host: string): boolean {
    return host === this.#description.host;
  }

  respond(request: WireRequest): WireResponse {
    const nowMs = this.#options.now();
    try {
      return this.#respond(request, nowMs);
    } catch (error) {
      if (error instanceof RequestRefused) return this.#description.refuse(error.refusal, nowMs);
      throw error;
    }
  }

  refuseKey(): WireResponse {
    return this.#description.refuse('unknown-key', this.#options.now());
  }

  #respond(request: WireRequest, nowMs: number): WireResponse {
    const route = this.#description.routes[`${request.method} ${request.path}`];
    if (route === undefined) throw new RequestRefused('unknown-path');
    const result =
      route.access === 'public'
        ? route.read(nowMs)
        : route.read(
            this.#authenticate(request, route, nowMs),
            this.#description.readParams?.(request) ?? new URLSearchParams(request.query),
            nowMs,
          );
    return responseJson(200, this.#description.wrap(result, nowMs));
  }

  #authenticate(request: WireRequest, route: SignedRoute, nowMs: number): RoutedAccount {
    const apiKey = this.#description.readApiKey(request);
    const account = this.#accounts.get(apiKey);
    if (account === undefined) throw new RequestRefused('unknown-key');
    const check = { nowMs, slackMs: this.#options.timestampSlackMs };
    this.#description.checkSignature(request, account.credentials, check);
    this.#meter?.count(`${apiKey} ${request.path}`, route.perSecondMax);
    return account;
  }
}
