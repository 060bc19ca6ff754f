/** Shows the progress of long commands on standard error. */
import type { StoreProgress } from '../store/progress.ts';
import { formatCount, formatSpan } from './format.ts';
import type { Runtime } from './runtime.ts';

/** The progress of a command. */
export interface Progress extends Omit<StoreProgress, 'unit'> {
  readonly unit: string;
  /** From 0 to 1, if it is not `done` of `total`. */
  readonly fraction?: number | undefined;
}

const LIVE_INTERVAL_MS = 200;
const LINE_INTERVAL_MS = 5000;
/** The time left is not estimated before this time and this part have passed. */
const ESTIMATE_AFTER_MS = 2000;
const ESTIMATE_AFTER_FRACTION = 0.01;
const BAR_WIDTH = 24;
const COLUMNS_DEFAULT = 80;
const CLEAR_LINE = '\r\u001B[K';

/** The beginning of an activity. */
interface Start {
  readonly activity: string;
  readonly atMs: number;
  readonly done: number;
  readonly fraction: number;
}

/**
 * Refreshes one line on a terminal; otherwise writes a line every few seconds. Escape sequences are only written to
 * a terminal that understands them: not with `TERM=dumb`, and not with `NO_COLOR` (no-color.org).
 */
export class ProgressMeter {
  readonly #runtime: Pick<Runtime, 'stderr' | 'env' | 'now'>;
  readonly #isLive: boolean;
  #start: Start | undefined;
  #shownAtMs: number;
  #isDrawn = false;

  constructor(runtime: Pick<Runtime, 'stderr' | 'env' | 'now'>) {
    this.#runtime = runtime;
    const { TERM: terminal, NO_COLOR: noColor = '' } = runtime.env;
    this.#isLive = runtime.stderr.isTTY === true && terminal !== 'dumb' && noColor === '';
    this.#shownAtMs = runtime.now();
  }

  /** Shows the progress if the interval has passed. */
  readonly update = (progress: Progress): void => {
    const nowMs = this.#runtime.now();
    if (this.#start?.activity !== progress.activity) {
      const { activity, done } = progress;
      this.#start = { activity, atMs: nowMs, done, fraction: fractionOf(progress) ?? 0 };
    }
    const interval = this.#isLive ? LIVE_INTERVAL_MS : LINE_INTERVAL_MS;
    if (nowMs - this.#shownAtMs < interval) return;
    this.#shownAtMs = nowMs;
    const text = describe(progress, this.#start, nowMs);
    this.#runtime.stderr.write(this.#isLive ? this.#draw(progress, text) : `${text}\n`);
    this.#isDrawn = this.#isLive;
  };

  /** Writes a line for people; the progress continues below it. */
  readonly note = (text: string): void => {
    this.clear();
    this.#runtime.stderr.write(`${text}\n`);
  };

  /** Removes the refreshed line, so that the next text starts on its own line. */
  clear(): void {
    if (this.#isDrawn) this.#runtime.stderr.write(CLEAR_LINE);
    this.#isDrawn = false;
  }

  /** Returns a line that is not longer than the terminal, because a wrapped line cannot be refreshed. */
  #draw(progress: Progress, text: string): string {
    const width = (this.#runtime.stderr.columns ?? COLUMNS_DEFAULT) - 1;
    const bar = drawBar(fractionOf(progress));
    const line = bar.length + text.length <= width ? bar + text : text;
    return `${CLEAR_LINE}${line.slice(0, Math.max(width, 0))}`;
  }
}

function fractionOf({ done, total, fraction }: Progress): number | undefined {
  if (fraction !== undefined) return Math.min(fraction, 1);
  return total === undefined || total === 0 ? undefined : Math.min(done / total, 1);
}

function describe(progress: Progress, start: Start, nowMs: number): string {
  const { activity, unit, done, total, detail } = progress;
  const fraction = fractionOf(progress);
  const elapsedMs = nowMs - start.atMs;
  const count =
    total === undefined ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
  const leftMs = estimateLeft(fraction, start, elapsedMs);
  return [
    ...(fraction === undefined ? [] : [`${Math.floor(100 * fraction)} %`]),
    `${count} ${unit} ${activity}`,
    ...(unit === 'rows' && elapsedMs > 0
      ? [`${formatCount(Math.round((1000 * (done - start.done)) / elapsedMs))} rows/s`]
      : []),
    ...(leftMs === undefined ? [] : [`${formatSpan(leftMs)} left`]),
    ...(detail === undefined ? [] : [detail]),
  ].join(', ');
}

function estimateLeft(
  fraction: number | undefined,
  start: Start,
  elapsedMs: number,
): number | undefined {
  if (fraction === undefined || elapsedMs < ESTIMATE_AFTER_MS) return undefined;
  const passed = fraction - start.fraction;
  return passed < ESTIMATE_AFTER_FRACTION ? undefined : (elapsedMs * (1 - fraction)) / passed;
}

function drawBar(fraction: number | undefined): string {
  if (fraction === undefined) return '';
  return `${'█'.repeat(Math.round(BAR_WIDTH * fraction)).padEnd(BAR_WIDTH, '░')} `;
}
