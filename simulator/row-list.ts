import { lowerBound } from './sorted-lists.ts';
import { isHidden, type TruthRow } from './truth.ts';

/** Records of some sources. The list of a moment is reused until a record appears or vanishes. */
export class RowList<Row extends TruthRow> {
  readonly #rows: readonly Row[];
  /** Ascending Unix milliseconds at which a record appears or vanishes. */
  readonly #changesMs: readonly number[];
  #existing: readonly Row[] = [];
  /** The time in which `#existing` is valid, Unix milliseconds, without the end. */
  #valid = { fromMs: 0, untilMs: 0 };

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
    this.#changesMs = rows
      .flatMap((row) => [firstMs(row), ...(row.hidden ? [row.hidden.fromMs, row.hidden.toMs] : [])])
      .sort((left, right) => left - right);
  }

  /** Returns the records that the lists contain at a Unix time in milliseconds, in their order. */
  at(nowMs: number): readonly Row[] {
    const { fromMs, untilMs } = this.#valid;
    if (nowMs < fromMs || nowMs >= untilMs) this.#select(nowMs);
    return this.#existing;
  }

  #select(nowMs: number): void {
    this.#existing = this.#rows.filter((row) => firstMs(row) <= nowMs && !isHidden(row, nowMs));
    const next = lowerBound(this.#changesMs, (changeMs) => changeMs <= nowMs);
    const untilMs = this.#changesMs[next] ?? Number.POSITIVE_INFINITY;
    this.#valid = { fromMs: nowMs, untilMs };
  }
}

/** Returns the Unix time in milliseconds from which the record exists. */
function firstMs(row: TruthRow): number {
  return row.states.reduce((first, { fromMs }) => Math.min(first, fromMs), Infinity);
}
