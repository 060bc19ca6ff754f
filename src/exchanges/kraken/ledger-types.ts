/**
 * Types and subtypes of Kraken's ledger, for synchronisation and for its export. Sources: support.kraken.com, How
 * to interpret ledger history fields, for the words of the export; docs.kraken.com, Get Ledgers Info, for those
 * of the API. Other sources are named next to the words. Pure functions.
 */
import type { BookingKind } from '../mapping/booking-types.ts';
import { lookUp } from '../mapping/look-up.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * What an entry books. `funding`: a deposit or withdrawal. `trading`: no transaction of the wallet. `earn move`: a
 * move between a balance and Earn, with two entries of one reference.
 */
export type LedgerPurpose = BookingKind | 'funding' | 'trading' | 'earn move';

type Purposes = Readonly<Record<string, LedgerPurpose>>;

/** Purposes by type, unless {@link SUBTYPES} has the subtype. */
const TYPES: Purposes = {
  deposit: 'funding',
  withdrawal: 'funding',
  trade: 'trading',
  spend: 'trading',
  receive: 'trading',
  sale: 'trading',
  conversion: 'trading',
  // Profit or loss of a margin trade, its settlement, and the charge for an open position.
  margin: 'trading',
  'margin trade': 'trading',
  settled: 'trading',
  rollover: 'trading',
  nfttrade: 'trading',
  nftrebate: 'trading',
  nft_rebate: 'trading',
  // Types of the API in formancehq/payments (krakenpro, ledger types).
  eqtrade: 'trading',
  marginconversion: 'trading',
  margin_conversion: 'trading',
  transfer: 'transfer',
  custodytransfer: 'transfer',
  // Deposits to and withdrawals from Hybrid Earn: the ledger has no other entry of them, and the names are from
  // the view of the spot balance (provinzio/CoinTaxman, issue 185).
  hybridearnwithdrawal: 'transfer',
  hybridearndeposit: 'transfer',
  staking: 'reward',
  reward: 'reward',
  dividend: 'reward',
  'invite bonus': 'reward',
  invite_bonus: 'reward',
  airdrop: 'reward',
  fee: 'fee',
  // A conversion outside of trading, for example of a delisted asset.
  adjustment: 'booking',
  credit: 'booking',
};

/** Purposes by subtype, for types whose entries have several purposes. */
const SUBTYPES: Readonly<Record<string, Purposes>> = {
  transfer: {
    // Credits of airdrops and forks have no subtype, or `airdrop`. Delisted assets leave by entries
    // without a subtype too (BittyTax, issues 87 and 494).
    '': 'reward',
    airdrop: 'reward',
    delistingconversion: 'booking',
  },
  earn: {
    reward: 'reward',
    airdrop: 'reward',
    delistingconversion: 'booking',
    allocation: 'earn move',
    deallocation: 'earn move',
    autoallocate: 'earn move',
    autoallocation: 'earn move',
    migration: 'earn move',
  },
};

/** Returns true if the tables have the type of an entry. */
export function isKnownType(type: string): boolean {
  return Object.hasOwn(TYPES, type) || Object.hasOwn(SUBTYPES, type);
}

/** Returns the purpose of an entry; `booking` if its type is unknown. */
export function purposeOf(entry: RawRow): LedgerPurpose {
  const type = requireText(entry, 'type');
  const subtypes = lookUp(SUBTYPES, type) ?? {};
  return lookUp(subtypes, readText(entry, 'subtype') ?? '') ?? lookUp(TYPES, type) ?? 'booking';
}
