/** What makes one exchange of another: its routes, its signature, its refusals. */
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

/** A refused request; how it looks on the wire is the exchange's. */
export class RequestRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.name = 'RequestRefused';
    this.refusal = refusal;
  }
}

/** An endpoint that anybody may ask. */
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
  /** The API key of a request; empty where it has none. */
  readApiKey(request: WireRequest): string;
  /** The parameters of a request, where they are elsewhere than in its query. */
  readParams?(request: WireRequest): URLSearchParams;
  /** Throws RequestRefused for a wrong or stale signature. */
  checkSignature(
    request: WireRequest,
    credentials: SimulatedCredentials,
    check: TimestampCheck,
  ): void;
  /** The result of a route as the whole response. */
  wrap(result: JsonValue, nowMs: number): JsonValue;
  refuse(refusal: Refusal, nowMs: number): WireResponse;
}
