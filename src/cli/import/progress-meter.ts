/** Shows the progress of an import on standard error. */
import { formatCount } from '../format.ts';
import type { Runtime } from '../runtime.ts';
import type { ImportProgress } from './import-file.ts';

const BAR_INTERVAL_MS = 200;
const LINE_INTERVAL_MS = 5000;
const BAR_WIDTH = 24;

/** Shows a bar on a terminal; otherwise a line every few seconds. */
export class ProgressMeter {
  readonly #runtime: Runtime;
  readonly #startedAtMs: number;
  #shownAtMs: number;
  #drawn = false;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#startedAtMs = runtime.now();
    this.#shownAtMs = this.#startedAtMs;
  }

  /** Shows the progress if the interval has passed. */
  update(progress: ImportProgress): void {
    const terminal = this.#runtime.stderr.isTTY === true;
    const nowMs = this.#runtime.now();
    if (nowMs - this.#shownAtMs < (terminal ? BAR_INTERVAL_MS : LINE_INTERVAL_MS)) return;
    this.#shownAtMs = nowMs;
    const text = this.#describe(progress, nowMs);
    this.#runtime.stderr.write(
      terminal ? `\r\u001B[K${this.#drawBar(progress)}${text}` : `${text}\n`,
    );
    this.#drawn = terminal;
  }

  /** Removes the bar, so that the next text starts on its own line. */
  clear(): void {
    if (this.#drawn) this.#runtime.stderr.write('\r\u001B[K');
    this.#drawn = false;
  }

  #describe({ step, rows, fraction }: ImportProgress, nowMs: number): string {
    const seconds = Math.max(nowMs - this.#startedAtMs, 1) / 1000;
    const speed = `${formatCount(Math.round(rows / seconds))} rows/s`;
    const text = `${formatCount(rows)} rows ${step}, ${speed}`;
    return fraction === undefined ? text : `${Math.floor(100 * fraction)} %, ${text}`;
  }

  #drawBar({ fraction }: ImportProgress): string {
    if (fraction === undefined) return '';
    const filled = Math.round(BAR_WIDTH * fraction);
    return `${'█'.repeat(filled).padEnd(BAR_WIDTH, '░')} `;
  }
}
