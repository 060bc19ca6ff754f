/**
 * Purchases of crypto with fiat in Binance's transaction history. If the account pays, a purchase has two rows with one
 * remark, about a second apart: `EUR,-2499` and `BTC,0.05`, both with `Via CashBalance - Wallet/…` (in the tests of
 * converters that others wrote for such files). If a card pays, it has only the row of the crypto.
 */
import { SECOND_MS } from '../../../domain/duration.ts';
import { directionOf } from '../../../exchanges/mapping/booking-types.ts';
import {
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  UnreadableRowError,
} from '../../../exchanges/mapping/raw-row.ts';
import type { ExportedRow, ExportedTransaction } from './export-layout.ts';

/** Maximum rows of purchases in a file, because they are in memory until its end. */
export const PURCHASE_ROWS_MAX = 20_000;
/** A remark of it says that the account pays, also in a history of only some coins, which lacks the row of the fiat. */
const PAID_BY_ACCOUNT = /\bCashBalance\b/i;
/** Maximum seconds between the two rows of a purchase. */
const GAP_MAX_SECONDS = 2;

interface Purchase {
  readonly row: RawRow;
  /** The result if no row of the file pays. */
  readonly deposit: ExportedTransaction;
}

/** The purchases of a file. */
export class BinancePurchases {
  /** Purchases whose payment may follow. */
  readonly #held: Purchase[] = [];
  readonly #payments = new Set<string>();

  /**
   * Takes a row of a purchase.
   *
   * @param deposit the result if it is a purchase and no other row pays.
   * @throws {UnreadableRowError} if it cannot be read, or if the file has too many.
   */
  take(row: RawRow, deposit: ExportedTransaction): readonly ExportedRow[] {
    if (this.#held.length + this.#payments.size >= PURCHASE_ROWS_MAX) {
      throw new UnreadableRowError(
        `there are more than ${PURCHASE_ROWS_MAX} rows of purchases: import the file in parts`,
      );
    }
    if (directionOf(requireDecimal(row, 'change')) === 'in') {
      this.#held.push({ row, deposit });
      return [];
    }
    this.#payments.add(keyOf(row, secondOf(deposit)));
    return [asTrade(row, deposit)];
  }

  /** Returns the rows that were held back until the end of the file. */
  end(): readonly ExportedRow[] {
    return this.#held.map((purchase) =>
      this.#isPaid(purchase) ? asTrade(purchase.row, purchase.deposit) : purchase.deposit,
    );
  }

  #isPaid({ row, deposit }: Purchase): boolean {
    if (PAID_BY_ACCOUNT.test(readText(row, 'remark') ?? '')) return true;
    const second = secondOf(deposit);
    for (let gap = -GAP_MAX_SECONDS; gap <= GAP_MAX_SECONDS; gap += 1) {
      if (this.#payments.has(keyOf(row, second + gap))) return true;
    }
    return false;
  }
}

function secondOf({ transaction }: ExportedTransaction): number {
  return Math.floor(transaction.timestampMs / SECOND_MS);
}

/** Returns the key of the rows of a purchase, except that their seconds may differ. */
function keyOf(row: RawRow, second: number): string {
  const operation = requireText(row, 'operation').toLowerCase();
  return `${second} ${operation} ${readText(row, 'remark') ?? ''}`;
}

function asTrade(row: RawRow, { line }: ExportedTransaction): ExportedRow {
  return { line, skipped: `${requireText(row, 'operation')}: a trade` };
}
