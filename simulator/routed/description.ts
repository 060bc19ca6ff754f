/** What distinguishes one exchange from another: its routes, its signature, its refusals. */
import type { SimulatedCredentials, WireResponse, WireRequest } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from './account.ts';

/** Why an exchange refuses a request. */
export type Refusal =
  | 'unknown-path'
  | 'unknown-key'
  | 'wrong-passphrase'
  | 'wrong-signature'
  | 'stale-timestamp'
  | 'invalid-parameter'
  | 'too-many-requests';

/** A refused request; the exchange decides its form on the wire. */
export class RequestRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.name = 'RequestRefused';
    this.refusal = refusal;
  }
}

/** A public endpoint. */
export interface PublicRoute {
  readonly access: 'public';
  read(nowMs: number): JsonValue;
}

/** An endpoint that needs a signed request. */
export interface SignedRoute {
  readonly access: 'signed';
  /** Requests that one key may send in a second. */
  readonly perSecondMax: number;
  read(account: RoutedAccount, params: URLSearchParams, nowMs: number): JsonValue;
}

/** What a request's timestamp is compared with. */
export interface TimestampCheck {
  /** Unix milliseconds of the exchange's clock. */
  readonly nowMs: number;
  /** How far the timestamp may be off beyond what the exchange allows, in milliseconds. */
  readonly slackMs: number;
}

/** An exchange, described. */
export interface ExchangeDescription {
  readonly name: string;
  readonly host: string;
  /** By method and path: `GET /v5/market/time`. */
  readonly routes: Readonly<Record<string, PublicRoute | SignedRoute>>;
  /** Returns the API key of a request; empty if it has none. */
  readApiKey(request: WireRequest): string;
  /** Returns the parameters of a request, if they are not in its query. */
  readParams?(request: WireRequest): URLSearchParams;
  /** Throws RequestRefused for a wrong or stale signature. */
  checkSignature(
    request: WireRequest,
    credentials: SimulatedCredentials,
    check: TimestampCheck,
  ): void;
  /** Returns the result of a route as the whole response. */
  wrap(result: JsonValue, nowMs: number): JsonValue;
  refuse(refusal: Refusal, nowMs: number): WireResponse;
}
