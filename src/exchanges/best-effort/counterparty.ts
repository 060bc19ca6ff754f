/** Reads the address of the counterparty of a movement. Pure functions. */
import type { TransactionType } from '../../domain/transaction.ts';
import { type RawRow, readText } from '../mapping/raw-row.ts';
import { findField, findNamed, type RawValue } from './raw-values.ts';
import type { RowTraits } from './exchange-traits.ts';

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
 * Returns the counterparty's address: for a deposit the sender's, if the exchange reports it, else the reported
 * address; `null` if there is none.
 *
 * @param traits the exchange's fields with the addresses; by default, fields with usual names and ccxt's
 * reading.
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

/**
 * Returns the address; `null` for words, which exchanges write instead of an address for internal transfers
 * (`Internal Transfer`).
 */
function dropWords(address: string | null): string | null {
  return address !== null && /^internal\s/i.test(address) ? null : address;
}

/** Returns the address that ccxt reads; it may be in one of three fields. */
export function readReportedAddress(row: RawRow, type: TransactionType): string | null {
  const address = readText(row, 'address') ?? readText(row, 'addressTo');
  return address ?? (type === 'deposit' ? readText(row, 'addressFrom') : null);
}
