import type { ReportProgress } from './progress.ts';

/** Reports the progress of `checkIntegrity`. */
export class CheckProgress {
  readonly #report: ReportProgress | undefined;
  #checksDone = 0;
  #rowsDone = 0;

  constructor(report: ReportProgress | undefined) {
    this.#report = report;
  }

  /** True if the progress is shown, so that totals are worth a query. */
  get isShown(): boolean {
    return this.#report !== undefined;
  }

  /** Reports the check that begins. */
  begin(detail: string): void {
    this.#report?.({ activity: 'done', unit: 'checks', done: this.#checksDone, detail });
    this.#checksDone += 1;
  }

  /** Reports rows that were compared with their counts and checksums. */
  addRows(count: number, total: number): void {
    this.#rowsDone += count;
    this.#report?.({ activity: 'checked', unit: 'rows', done: this.#rowsDone, total });
  }
}
