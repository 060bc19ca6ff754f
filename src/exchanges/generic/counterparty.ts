/** The address of the other side of a movement. Pure functions. */
import type { TransactionType } from '../../domain/transaction.ts';
import { type RawRow, readText } from '../mapping/raw-row.ts';
import { findField, findNamed, type RawValue } from './raw-values.ts';
import type { RowTraits } from './venue-traits.ts';

const SENDER_FIELDS = [
  'fromAddress',
  'from_address',
  'FromAddress',
  'fromAddr',
  'addressFrom',
  'address_from',
  'senderAddress',
  'sender_address',
  'sourceAddress',
  'source_address',
];

/**
 * Returns the counterparty's address: the sender's for a deposit if the venue reports it, else the
 * address that it reports; `null` if it reports none.
 *
 * @param traits the venue's fields of the addresses; if missing, usual names and ccxt's reading are
 * used.
 */
export function readCounterparty(
  row: RawRow,
  rawValues: readonly RawValue[],
  type: TransactionType,
  { sender, address }: Pick<RowTraits, 'sender' | 'address'> = {},
): string | null {
  const reported =
    address === undefined ? readReportedAddress(row, type) : findNamed(rawValues, address);
  return dropWords(
    type === 'deposit' ? (readSender(row, rawValues, sender) ?? reported) : reported,
  );
}

function readSender(
  row: RawRow,
  rawValues: readonly RawValue[],
  fields: readonly string[] | undefined,
): string | null {
  if (fields !== undefined) return findNamed(rawValues, fields);
  return findField(row['info'], SENDER_FIELDS) ?? readText(row, 'addressFrom');
}

/** Venues write words instead of an address for what moved within them (`Internal Transfer`). */
function dropWords(address: string | null): string | null {
  return address !== null && /^internal\s/i.test(address) ? null : address;
}

/** Returns the address that ccxt reads, which it has three fields for. */
export function readReportedAddress(row: RawRow, type: TransactionType): string | null {
  const address = readText(row, 'address') ?? readText(row, 'addressTo');
  return address ?? (type === 'deposit' ? readText(row, 'addressFrom') : null);
}
