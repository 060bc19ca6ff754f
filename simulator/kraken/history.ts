import { MINUTE_MS } from '../../src/domain/duration.ts';
import { BalanceBook } from '../balance-book.ts';
import { fillHistoryOptions } from '../history-options.ts';
import { Random } from '../random.ts';
import { drawTimeline } from '../timeline.ts';
import type { History, KrakenTruthRow, TruthState } from '../truth.ts';
import type { KrakenAsset } from './assets.ts';
import { KRAKEN_ASSETS } from './assets.ts';
import { drawEvent } from './generate-events.ts';
import type { FundingPlan, KrakenDraw } from './generate-rows.ts';
import { drawFunding } from './generate-rows.ts';
import type { KrakenHistoryOptions, KrakenTraps } from './history-options.ts';
import { DEFAULT_KRAKEN_TRAPS } from './history-options.ts';
import type { KrakenStatus } from './statuses.ts';
import { KRAKEN_STATUSES } from './statuses.ts';

type FilledOptions = Required<Omit<KrakenHistoryOptions, 'traps'>> & {
  readonly traps: KrakenTraps;
};

/**
 * Generates a Kraken account history: the same options always generate the same records. Outgoing amounts
 * never exceed the balance. Unusual records are the latest ones, which the status endpoints contain.
 */
export function generateKrakenHistory(options: KrakenHistoryOptions): History<KrakenTruthRow> {
  const filled = fillOptions(options);
  const draw: KrakenDraw = {
    random: new Random(`kraken ${filled.seed}`),
    book: new BalanceBook(),
  };
  const times = drawTimeline({ ...filled, toMs: filled.toMs - 60 * MINUTE_MS }, draw.random);
  const traps = listTraps(filled.traps);
  const ordinary = times.slice(0, Math.max(0, times.length - traps.length));
  const specialTimes = times.slice(ordinary.length);
  const rows = [
    ...ordinary.flatMap((timestampMs) => drawEvent(timestampMs, draw)),
    ...specialTimes.flatMap((atMs, index) => drawSpecialCase(traps[index], atMs, draw)),
    ...drawPending(filled, draw),
  ].sort((left, right) => left.timestampMs - right.timestampMs);
  return {
    exchange: 'kraken',
    rows,
    balanceChanges: draw.book.changes(),
    lockedPercents: { XXBT: 10, ZEUR: 5 },
  };
}

function fillOptions(options: KrakenHistoryOptions): FilledOptions {
  return {
    ...fillHistoryOptions(options),
    traps: { ...DEFAULT_KRAKEN_TRAPS, ...options.traps },
  };
}

/** A deposit or withdrawal with special properties. */
interface SpecialCase {
  readonly source: FundingPlan['source'];
  readonly status: KrakenStatus;
  readonly ledger: 'none' | 'malformed' | 'reversed';
}

function listTraps(traps: KrakenTraps): SpecialCase[] {
  const repeat = (count: number, specialCase: SpecialCase): SpecialCase[] =>
    Array.from({ length: count }, () => specialCase);
  const deposit = (status: KrakenStatus): SpecialCase => ({
    source: 'deposit',
    status,
    ledger: 'none',
  });
  const { returned, failure, onHold, undocumented, canceled, success } = KRAKEN_STATUSES;
  return [
    ...repeat(traps.returned, deposit(returned)),
    ...repeat(traps.failed, deposit(failure)),
    ...repeat(traps.onHold, deposit(onHold)),
    ...repeat(traps.unknownStatuses, deposit(undocumented)),
    ...repeat(traps.malformed, { source: 'deposit', status: success, ledger: 'malformed' }),
    ...repeat(traps.canceled, { source: 'withdrawal', status: canceled, ledger: 'none' }),
    ...repeat(traps.reversed, { source: 'withdrawal', status: canceled, ledger: 'reversed' }),
  ];
}

function drawSpecialCase(
  specialCase: SpecialCase | undefined,
  atMs: number,
  draw: KrakenDraw,
): KrakenTruthRow[] {
  if (specialCase === undefined) return [];
  const requestedMs = Math.floor(atMs / 1_000) * 1_000;
  const plan: FundingPlan = {
    source: specialCase.source,
    states: [toState(specialCase.status, requestedMs)],
    ledgerAtMs: specialCase.ledger === 'none' ? null : atMs,
    later: false,
    malformed: specialCase.ledger === 'malformed',
    reversed: specialCase.ledger === 'reversed',
  };
  const row = drawFunding(pickMovable(draw), requestedMs, plan, draw);
  return row === undefined ? [] : [row];
}

function pickMovable(draw: KrakenDraw): KrakenAsset {
  return draw.random.pick(KRAKEN_ASSETS.filter(({ methods }) => methods.length > 0));
}

function toState(status: KrakenStatus, fromMs: number): TruthState {
  return { fromMs, ...status };
}

/** The states of pending records, used in turn. */
const PENDING_COURSES = [
  { source: 'deposit', first: 'settled', last: 'success' },
  { source: 'withdrawal', first: 'initial', last: 'success' },
  { source: 'withdrawal', first: 'cancelPending', last: 'canceled' },
  { source: 'deposit', first: 'onHold', last: 'success' },
  { source: 'withdrawal', first: 'pending', last: 'failure' },
  { source: 'deposit', first: 'settled', last: 'failure' },
] as const;

function drawPending(options: FilledOptions, draw: KrakenDraw): KrakenTruthRow[] {
  return Array.from({ length: options.pending }, (_, index) => {
    const course = PENDING_COURSES[index % PENDING_COURSES.length] ?? PENDING_COURSES[0];
    const requestedMs =
      Math.floor((options.toMs - (options.pending - index) * MINUTE_MS) / 1_000) * 1_000;
    const settledMs = options.toMs + (index + 1) * options.settleAfterMs;
    const last = KRAKEN_STATUSES[course.last];
    const plan: FundingPlan = {
      source: course.source,
      states: [toState(KRAKEN_STATUSES[course.first], requestedMs), toState(last, settledMs)],
      ledgerAtMs: last.status === 'completed' ? settledMs : null,
      later: true,
      malformed: false,
      reversed: false,
    };
    return drawFunding(pickMovable(draw), requestedMs, plan, draw);
  }).filter((row) => row !== undefined);
}
