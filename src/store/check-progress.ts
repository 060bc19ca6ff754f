import type { ReportProgress } from './progress.ts';

/** Reports the progress of `checkIntegrity`. */
export class CheckProgress {
  readonly #report: ReportProgress | undefined;
  #checksDone = 0;
  #rowsDone = 0;
  #rowsTotal = 0;

  constructor(report: ReportProgress | undefined) {
    this.#report = report;
  }

  /** Reports the check that begins. */
  begin(detail: string): void {
    this.#report?.({ activity: 'done', unit: 'checks', done: this.#checksDone, detail });
    this.#checksDone += 1;
  }

  /** Sets the number of rows that will be compared with their counts and checksums. */
  expectRows(total: number): void {
    this.#rowsTotal = total;
  }

  /** Reports rows that were compared. */
  addRows(count: number): void {
    this.#rowsDone += count;
    const [done, total] = [this.#rowsDone, Math.max(this.#rowsDone, this.#rowsTotal)];
    this.#report?.({ activity: 'checked', unit: 'rows', done, total });
  }
}
