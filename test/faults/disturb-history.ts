import { DAY_MS } from '../../src/domain/duration.ts';
import type { Random } from '../../simulator/random.ts';
import type { History, TruthRow, TruthState, TruthStatus } from '../../simulator/truth.ts';

/**
 * These exchanges report a row differently over time: Bybit replaces the time of a deposit by the time of
 * settlement, Bitstamp reports a fee only once a withdrawal is booked.
 */
const VARYING_EXCHANGES: ReadonlySet<string> = new Set(['bitstamp', 'bybit']);

/**
 * Disturbs a history like a faulty exchange: rows of the last days appear late, in windows that were already
 * read, or vanish for a time, and final rows change their status once more, in either direction.
 *
 * @param random draws rows that are late or change, `vanishing` those that vanish.
 * @param nowMs the end of the history.
 * @param reachMs maximum time after its creation at which a row may appear, change or return.
 */
export function disturbHistory(
  history: History,
  {
    random,
    vanishing,
    nowMs,
    reachMs,
  }: { random: Random; vanishing: Random; nowMs: number; reachMs: number },
): History {
  const codes = collectCodes(history);
  const isDisturbed = ({ exchange, malformed, timestampMs }: TruthRow): boolean =>
    !malformed &&
    !VARYING_EXCHANGES.has(exchange) &&
    timestampMs >= nowMs - reachMs / 2 &&
    timestampMs < nowMs;
  const disturb = (row: TruthRow): TruthRow => {
    if (!isDisturbed(row)) return row;
    const latestMs = row.timestampMs + reachMs;
    const disturbance = random.pick(['late', 'late', 'changed', 'changed', 'none']);
    if (disturbance === 'late') return arriveLate(row, random.integer(1, reachMs / 2));
    if (disturbance === 'none') return row;
    const changesMs = random.integer(nowMs, Math.max(nowMs, latestMs - DAY_MS / 4));
    return changeOnceMore(row, codes, changesMs);
  };
  const hide = (row: TruthRow): TruthRow => {
    if (!isDisturbed(row) || !vanishing.percent(30)) return row;
    const fromMs = row.timestampMs + vanishing.integer(1, reachMs / 2);
    const toMs = vanishing.integer(fromMs, row.timestampMs + reachMs);
    return { ...row, hidden: { fromMs, toMs } };
  };
  return { ...history, rows: history.rows.map((row) => hide(disturb(row))) };
}

/** The code that each list of the exchange writes for a status. */
type Codes = ReadonlyMap<string, string>;

function collectCodes(history: History): Codes {
  const states = history.rows.flatMap((row) =>
    row.states.map(({ status, code }) => [nameCode(row, status), code] as const),
  );
  return new Map(states);
}

/** Returns the code of a status; lists of fiat have other words. */
function nameCode({ source, asset }: TruthRow, status: TruthStatus): string {
  return `${source} ${asset === 'EUR' ? 'fiat' : 'crypto'} ${status}`;
}

function arriveLate(row: TruthRow, delayMs: number): TruthRow {
  const fromMs = row.timestampMs + delayMs;
  const states = row.states.map((state) => ({ ...state, fromMs: Math.max(state.fromMs, fromMs) }));
  return { ...row, states };
}

/**
 * Changes the status once more: a completed row fails or a failed one completes, if the exchange has a code
 * for it.
 */
function changeOnceMore(row: TruthRow, codes: Codes, fromMs: number): TruthRow {
  const last = row.states.at(-1);
  const status: TruthStatus | undefined =
    last?.status === 'completed' ? 'failed' : last?.status === 'failed' ? 'completed' : undefined;
  if (last === undefined || status === undefined) return row;
  // Kraken books a reversal in its ledger (a history has traps of them): only a changed status has no effect.
  if (row.exchange === 'kraken') return row;
  const code = codes.get(nameCode(row, status));
  if (code === undefined) return row;
  if (last.fromMs >= fromMs) return row;
  const changed: TruthState = { fromMs, status, code };
  return { ...row, states: [...row.states, changed] };
}
