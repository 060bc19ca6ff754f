import type { WireResponse } from '../exchange.ts';
import { responseJson } from '../exchange.ts';

/** An error that Kraken sends: always HTTP 200, `{"error":["EAPI:Invalid key"]}`. */
export class KrakenError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'KrakenError';
    this.code = code;
  }

  toResponse(): WireResponse {
    return responseJson(200, { error: [this.code] });
  }
}
