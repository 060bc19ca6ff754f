/**
 * The form of `key-guide.ts` of each certified exchange. Plain data: loads no exchange library. The pages at
 * `url` need an account and were not opened: their addresses are those to which public programs link.
 */
import type { KeyGuide } from '../domain/connect.ts';

/** How a customer creates a key at the exchange, and what the exchange calls its parts. */
export interface ExchangeKeyGuide extends KeyGuide {
  /** The exchange's words for fields of the credentials, by ccxt's name. */
  readonly fields: Readonly<Record<string, CredentialWords>>;
}

/** The words for a field. */
export interface CredentialWords {
  readonly label: string;
  /** Where to find the value, or how it looks. */
  readonly hint?: string;
}
