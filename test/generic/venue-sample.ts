import type { VenueAnswers } from './recorded-venue.ts';

/** Answers of a venue in its documented form, and what should come of them. */
export interface VenueSample {
  /** A secret of the venue's form, where it is a particular one. */
  readonly secret?: string;
  readonly answers: VenueAnswers;
  /** Type, status, asset, amount, time, txid, address, fee, currency of the fee. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Asset, amount, and for each network its identifier, code, minimum and maximum. */
  readonly balances: readonly (readonly unknown[])[];
}

export const DEPOSIT_HASH = '5f1a0c1be3a6d7d64bd3f90af3f1c0a5c2f8f6a8e01b77d4a0d3a4c2f1e9b8a7';
export const WITHDRAWAL_HASH = '9c0e4f7a1d2b3c5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6';
export const TRON = 'TQ5NMqJjhpQ8WBa5wqvhzVy3xZ1c8bKRXg';
export const ETHER = '0x52908400098527886e0f7030069857d2e4169ee7';
export const AT_MS = 1_718_000_123_000;
