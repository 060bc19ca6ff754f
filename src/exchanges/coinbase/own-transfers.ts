/** Transfers between two accounts of one customer, which both accounts tell of. Pure. */
import { absoluteDecimal, isNegativeDecimal, shortestDecimal } from '../../domain/decimal.ts';
import { type RawRow, requireDecimal, UnreadableRowError } from '../raw-row.ts';
import { createdAtOf } from './rows.ts';

/** Types of which each of the two accounts has a row (docs.cdp.coinbase.com, Transactions). */
const OWN_TRANSFERS: ReadonlySet<unknown> = new Set([
  'transfer',
  'staking_transfer',
  'unstaking_transfer',
  'vault_withdrawal',
]);
/** How far apart the two rows of one transfer may be. */
const APART_MS_MAX = 10_000;

/** One of the two rows of a transfer. */
interface Side {
  readonly accountId: string;
  /** What both sides have in common. */
  readonly content: string;
  readonly arrives: boolean;
  readonly createdAtMs: number;
}

/**
 * The rows of all accounts, each transfer between two of them by the row of the account that it
 * leaves. A row whose other side is not among them stays.
 *
 * @param rowsByAccount rows by the identifier of their account.
 */
export function tellTransfersOnce(
  rowsByAccount: ReadonlyMap<string, readonly unknown[]>,
): readonly unknown[] {
  const rows = [...rowsByAccount].flatMap(([accountId, found]) =>
    found.map((row) => ({ row, side: readSide(row, accountId) })),
  );
  const departures = Map.groupBy(
    rows.flatMap(({ side }) => (side === undefined || side.arrives ? [] : [side])),
    ({ content }) => content,
  );
  return rows
    .filter(({ side }) => side?.arrives !== true || !takeDeparture(departures, side))
    .map(({ row }) => row);
}

/** Takes the side at which a transfer left another account, where there is one. */
function takeDeparture(departures: ReadonlyMap<string, Side[]>, arrival: Side): boolean {
  const alike = departures.get(arrival.content) ?? [];
  const index = alike.findIndex(
    ({ accountId, createdAtMs }) =>
      accountId !== arrival.accountId &&
      Math.abs(createdAtMs - arrival.createdAtMs) <= APART_MS_MAX,
  );
  if (index === -1) return false;
  alike.splice(index, 1);
  return true;
}

/** A row as a side of a transfer; `undefined` for any other, and for one that cannot be read. */
function readSide(row: unknown, accountId: string): Side | undefined {
  const createdAtMs = createdAtOf(row);
  if (createdAtMs === undefined) return undefined;
  const { type, amount: money } = row as RawRow;
  if (!OWN_TRANSFERS.has(type) || typeof money !== 'object' || money === null) return undefined;
  try {
    const amount = requireDecimal(money as RawRow, 'amount');
    const content = [type, (money as RawRow)['currency'], shortestDecimal(absoluteDecimal(amount))];
    return {
      accountId,
      content: JSON.stringify(content),
      arrives: !isNegativeDecimal(amount),
      createdAtMs,
    };
  } catch (error) {
    if (error instanceof UnreadableRowError) return undefined;
    throw error;
  }
}
