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

  /** The response on the wire: `{"code":-1022,"msg":"…"}`. */
  toResponse(headers: Readonly<Record<string, string>> = {}): WireResponse {
    const body = { code: this.code, msg: this.message };
    return responseJson(this.status, body, { ...headers, ...this.headers });
  }
}

/** -2015: a key that does not exist, or may not do this. */
export function unknownKeyError(): BinanceError {
  return new BinanceError(401, -2015, 'Invalid API-key, IP, or permissions for action.');
}

/** -1130: a parameter with a value that Binance does not take. */
export function invalidParameterError(name: string): BinanceError {
  return new BinanceError(400, -1130, `Data sent for parameter '${name}' is not valid.`);
}
