import type { BinanceTruthRow, History, RoutedTruthRow } from './truth.ts';

/**
 * Returns the history with a sender, the counterparty, for each deposit on a chain at an even millisecond.
 * `wire.ownAddress` is then the account's own address.
 */
export function addSenders<Row extends BinanceTruthRow | RoutedTruthRow>(
  history: History<Row>,
): History<Row> {
  return { ...history, rows: history.rows.map(addSender) };
}

function addSender<Row extends BinanceTruthRow | RoutedTruthRow>(row: Row): Row {
  const hasSender = row.source === 'deposit' && row.txid !== null && row.timestampMs % 2 === 0;
  if (!hasSender || row.address === null) return row;
  const wire = { ...row.wire, ownAddress: row.address };
  return { ...row, address: inventSender(row.address), wire };
}

/** Longer than the prefix of any address. */
const PREFIX_LENGTH = 8;

/** Returns another address in the form of the same chain. */
function inventSender(address: string): string {
  const rest = Array.from(address.slice(PREFIX_LENGTH)).toReversed().join('');
  return `${address.slice(0, PREFIX_LENGTH)}${rest}`;
}

/** Returns the account's own address of a deposit, and the sender's if the exchange reports it. */
export function addressesOf(row: BinanceTruthRow | RoutedTruthRow): {
  readonly own: string | null;
  readonly sender: string | null;
} {
  const { ownAddress } = row.wire;
  if (ownAddress === undefined) return { own: row.address, sender: null };
  return { own: ownAddress, sender: row.address };
}
