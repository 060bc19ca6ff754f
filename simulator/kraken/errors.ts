import type { WireAnswer } from '../exchange.ts';
import { answerJson } from '../exchange.ts';

/** An error that Kraken answers with: always HTTP 200, `{"error":["EAPI:Invalid key"]}`. */
export class KrakenError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'KrakenError';
    this.code = code;
  }

  toAnswer(): WireAnswer {
    return answerJson(200, { error: [this.code] });
  }
}
