import type { RoutedTruthRow } from '../truth.ts';

/** Records of some sources. The list of a moment is reused until a record appears. */
export class RowList {
  /** `fromMs`: Unix milliseconds from which the record exists. */
  readonly #rows: readonly { readonly row: RoutedTruthRow; readonly fromMs: number }[];
  #existing: readonly RoutedTruthRow[] = [];
  /** The time in which `#existing` is valid, Unix milliseconds, without the end. */
  #valid = { fromMs: 0, untilMs: 0 };

  constructor(rows: readonly RoutedTruthRow[]) {
    this.#rows = rows.map((row) => ({
      row,
      fromMs: Math.min(...row.states.map((state) => state.fromMs)),
    }));
  }

  /** Returns the records that exist at a Unix time in milliseconds, in their order. */
  at(nowMs: number): readonly RoutedTruthRow[] {
    const { fromMs, untilMs } = this.#valid;
    if (nowMs < fromMs || nowMs >= untilMs) this.#select(nowMs);
    return this.#existing;
  }

  #select(nowMs: number): void {
    const existing: RoutedTruthRow[] = [];
    let untilMs = Number.POSITIVE_INFINITY;
    for (const { row, fromMs } of this.#rows) {
      if (fromMs <= nowMs) existing.push(row);
      else untilMs = Math.min(untilMs, fromMs);
    }
    this.#existing = existing;
    this.#valid = { fromMs: nowMs, untilMs };
  }
}
