import { findChain } from '../../src/exchanges/networks/chains.ts';
import type { RecordedResponses } from './recorded-exchange.ts';

/** One expected network: identifier, code, name, minimum, maximum, address pattern. */
export type SampleNetwork = readonly [
  id: string,
  code: string,
  name: string,
  minWithdrawal: string | null,
  maxWithdrawal: string | null,
  addressRegex: string | null,
];

/**
 * Responses of an exchange in its documented format, and the rows, balances and networks that wallet-teller must
 * read from them.
 */
export interface ExchangeSample {
  /** A secret in the exchange's format, if it needs a particular one. */
  readonly secret?: string;
  /**
   * Responses by `METHOD host/path`. A function receives the request (query and body) and returns its
   * response: use one for a history of several pages, or to apply a filter.
   */
  readonly responses: RecordedResponses;
  /**
   * History rows: type, status, asset, amount, time, txid, address, fee and currency of the fee, with `-` for
   * `null`.
   */
  readonly rows: readonly string[];
  /** Balances: asset, amount. */
  readonly balances: readonly (readonly [asset: string, amount: string])[];
  /**
   * Networks by asset: `[]` if the asset has none (fiat), `unknown` if the exchange does not report
   * them. An asset that is not listed here is expected to be `unknown`.
   */
  readonly networks?: Readonly<Record<string, readonly SampleNetwork[] | 'unknown'>>;
  /** Keys of the quarantined rows of histories, balances and networks; none by default. */
  readonly quarantined?: readonly string[];
  /** True if no documentation says which part of the amount can be withdrawn. */
  readonly withdrawableUnverified?: true;
  /** Maximum requests of the whole reading. Default: 15. */
  readonly requestsMax?: number;
}

/** Returns the vocabulary's address pattern of a chain. @throws {RangeError} if there is none. */
export function patternOf(code: string): string {
  const pattern = findChain(code)?.addressRegex;
  if (typeof pattern !== 'string') throw new RangeError(`no pattern is known for ${code}`);
  return pattern;
}

export const DEPOSIT_HASH = '5f1a0c1be3a6d7d64bd3f90af3f1c0a5c2f8f6a8e01b77d4a0d3a4c2f1e9b8a7';
export const WITHDRAWAL_HASH = '9c0e4f7a1d2b3c5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6';
export const TRON = 'TQ5NMqJjhpQ8WBa5wqvhzVy3xZ1c8bKRXg';
export const ETHER = '0x52908400098527886e0f7030069857d2e4169ee7';
export const AT_MS = 1_718_000_123_000;
