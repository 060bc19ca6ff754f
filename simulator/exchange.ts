import type { JsonValue } from './json-text.ts';
import { writeJson } from './json-text.ts';
import type { History, TruthRow } from './truth.ts';

/** A key of a simulated account. */
export interface SimulatedCredentials {
  readonly apiKey: string;
  /** Kraken's is base64. */
  readonly secret: string;
  /** The passphrase of a key of OKX. */
  readonly password?: string;
}

/** What a key may do in addition to reading; default: nothing. */
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
}

/** A request as the exchange sees it, the proxy prefix already taken off. */
export interface WireRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** Without the question mark, exactly as sent: it is what was signed. */
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
  /** Whether a host name belongs to this exchange. */
  serves(host: string): boolean;
  respond(request: WireRequest): WireResponse;
  /** Returns the response to an unknown key. */
  refuseKey(): WireResponse;
}

/** A JSON response. */
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
