import type { JsonValue } from './json-text.ts';
import { writeJson } from './json-text.ts';
import type { History, TruthRow } from './truth.ts';

/** A key of a simulated account. */
export interface SimulatedCredentials {
  readonly apiKey: string;
  /** For Kraken, base64. */
  readonly secret: string;
  /** The passphrase of a key of OKX. */
  readonly password?: string;
}

/** The permissions of a key in addition to reading. Default: none. */
export interface SimulatedPermissions {
  /** Default false. */
  readonly withdraw?: boolean;
  /** Default false. */
  readonly trade?: boolean;
}

/** An account to simulate. */
export interface AccountOptions<Row extends TruthRow> {
  readonly credentials: SimulatedCredentials;
  readonly history: History<Row>;
  /** Default: the key may only read. */
  readonly permissions?: SimulatedPermissions;
  /** True for a sub-account, which only the simulated Bybit reports. Default: a main account. */
  readonly isSubAccount?: boolean;
}

/** A request as the exchange receives it, without the proxy prefix. */
export interface WireRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** The query without the question mark, unchanged, because it was signed. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A response of a simulated exchange. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One simulated exchange: it responds to requests. */
export interface SimulatedExchange<Account> {
  /** ccxt's id. */
  readonly name: string;
  /** Adds an account, or replaces the one with the same key. */
  addAccount(account: Account): void;
  /** Returns true if a host name belongs to this exchange. */
  serves(host: string): boolean;
  respond(request: WireRequest): WireResponse;
  /** Returns the response to an unknown key. */
  refuseKey(): WireResponse;
}

/** Returns a JSON response. */
export function responseJson(
  status: number,
  value: JsonValue,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
    body: writeJson(value),
  };
}
