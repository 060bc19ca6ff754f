/** The description of an exchange: its routes, its signature, its refusals. */
import type { SimulatedCredentials, WireResponse, WireRequest } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from './account.ts';

/** The reason why an exchange refuses a request. */
export type Refusal =
  | 'unknown-path'
  | 'unknown-key'
  | 'wrong-passphrase'
  | 'wrong-signature'
  | 'stale-timestamp'
  | 'invalid-parameter'
  | 'too-many-requests';

/** The HTTP status, code and message of each refusal. */
export type Refusals<Code> = Readonly<
  Record<Refusal, readonly [status: number, code: Code, message: string]>
>;

/** Thrown for a refused request; the exchange determines the response. */
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

/** Returns what an account has for a signed request. */
export type ReadRoute = (
  account: RoutedAccount,
  params: URLSearchParams,
  nowMs: number,
) => JsonValue;

/** An endpoint that needs a signed request. */
export interface SignedRoute {
  readonly access: 'signed';
  /** Maximum requests of one key per second. */
  readonly perSecondMax: number;
  readonly read: ReadRoute;
}

/** Returns a function that describes endpoints with this maximum of requests of one key per second. */
export function signedRoutes(perSecondMax: number): (read: ReadRoute) => SignedRoute {
  return (read) => ({ access: 'signed', perSecondMax, read });
}

/** The limits for a request's timestamp. */
export interface TimestampCheck {
  /** Unix milliseconds of the exchange's clock. */
  readonly nowMs: number;
  /** Tolerance of the timestamp in addition to the exchange's own, in milliseconds. */
  readonly slackMs: number;
}

/** The description of an exchange. */
export interface ExchangeDescription {
  readonly name: string;
  readonly host: string;
  /** By method and path: `GET /v5/market/time`. */
  readonly routes: Readonly<Record<string, PublicRoute | SignedRoute>>;
  /** Returns the API key of a request; empty if it has none. */
  readApiKey(request: WireRequest): string;
  /** Returns the parameters of a request, if they are not in its query. */
  readParams?(request: WireRequest): URLSearchParams;
  /** Checks the signature. @throws {RequestRefused} if it is wrong or stale. */
  checkSignature(
    request: WireRequest,
    credentials: SimulatedCredentials,
    check: TimestampCheck,
  ): void;
  /** Returns the result of a route as the whole response. */
  wrap(result: JsonValue, nowMs: number): JsonValue;
  refuse(refusal: Refusal, nowMs: number): WireResponse;
}
