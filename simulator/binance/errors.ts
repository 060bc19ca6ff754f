import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';

/** An error that Binance sends: HTTP status, numeric code and message. */
export class BinanceError extends Error {
  readonly status: number;
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'BinanceError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** Returns the response: `{"code":-1022,"msg":"…"}`. */
  toResponse(headers: Readonly<Record<string, string>> = {}): WireResponse {
    const body = { code: this.code, msg: this.message };
    return responseJson(this.status, body, { ...headers, ...this.headers });
  }
}

/** Returns error -2015: the key does not exist, or lacks the permission. */
export function unknownKeyError(): BinanceError {
  return new BinanceError(401, -2015, 'Invalid API-key, IP, or permissions for action.');
}

/** Returns error -1130: a parameter has an invalid value. */
export function invalidParameterError(name: string): BinanceError {
  return new BinanceError(400, -1130, `Data sent for parameter '${name}' is not valid.`);
}
