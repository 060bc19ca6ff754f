import { MINUTE_MS } from '../../src/domain/duration.ts';
import { AddressBook } from '../addresses.ts';
import { BalanceBook } from '../balance-book.ts';
import { Random } from '../random.ts';
import { drawTimeline } from '../timeline.ts';
import type { History, Malformation, RoutedSource, RoutedTruthRow, TruthStatus } from '../truth.ts';
import { COMMON_COINS } from './coins.ts';
import type { Dialect } from './dialect.ts';
import { codeOf, findCode, UNDOCUMENTED_CODE } from './dialect.ts';
import type { RoutedDraw, RowPlan } from './draw-row.ts';
import { drawRow } from './draw-row.ts';
import type { FilledRoutedOptions, RoutedHistoryOptions } from './history-options.ts';
import { fillRoutedOptions } from './history-options.ts';

const MALFORMATIONS: readonly Malformation[] = ['missing-time', 'garbage-time', 'garbage-amount'];
const COINS = COMMON_COINS.filter(({ networks }) => networks.length > 0);
const SOURCES: readonly RoutedSource[] = [
  'deposit',
  'internal-deposit',
  'withdrawal',
  'internal-withdrawal',
];

/**
 * Generates the history of an account in the format of an exchange: the same options always generate the same
 * records. Withdrawals and fees never exceed earlier deposits. The account also has a small fiat balance
 * without records.
 */
export function generateRoutedHistory(
  dialect: Dialect,
  options: RoutedHistoryOptions,
): History<RoutedTruthRow> {
  const filled = fillRoutedOptions(options);
  const draw: RoutedDraw = {
    dialect,
    random: new Random(`${dialect.exchange} ${filled.seed}`),
    book: new BalanceBook(),
    addresses: new AddressBook(),
  };
  draw.book.credit('EUR', '250.5', filled.fromMs);
  const rows = [...drawSettled(filled, draw), ...drawPending(filled, draw)];
  return {
    exchange: dialect.exchange,
    rows: rows.sort((left, right) => left.timestampMs - right.timestampMs),
    balanceChanges: draw.book.changes(),
    lockedPercents: { ETH: 10, USDT: 5 },
  };
}

function drawSettled(options: FilledRoutedOptions, draw: RoutedDraw): RoutedTruthRow[] {
  const { random, dialect } = draw;
  const times = drawTimeline({ ...options, toMs: options.toMs - 30 * MINUTE_MS }, random);
  const middle = times[Math.floor(times.length / 2)] ?? options.fromMs;
  const crowd = Array.from({ length: options.crowd }, () => middle);
  const traps = listTraps(options, dialect).slice(0, times.length);
  const ordinary = times.slice(traps.length).map(() => undefined);
  const plans = random.shuffle([...traps, ...ordinary]);
  const planned = [
    ...times.map((atMs, index) => ({ atMs, plan: plans[index] })),
    ...crowd.map((atMs) => ({ atMs, plan: settled(dialect, 'deposit') })),
  ].sort((left, right) => left.atMs - right.atMs);
  return planned.flatMap(({ atMs, plan }) => drawPlanned(plan, atMs, draw));
}

/** Returns an unusual record, or an ordinary one if none is planned; a pair is two equal rows. */
function drawPlanned(plan: Trap | undefined, atMs: number, draw: RoutedDraw): RoutedTruthRow[] {
  const { random, dialect } = draw;
  const coin = random.pick(COINS);
  const leaves = plan === undefined && random.percent(40);
  const wanted = plan ?? settled(dialect, leaves ? 'withdrawal' : 'deposit');
  const row =
    drawRow(coin, atMs, wanted, draw) ?? drawRow(coin, atMs, settled(dialect, 'deposit'), draw);
  if (row === undefined) return [];
  if (plan?.twice !== true) return [row];
  draw.book.credit(row.asset, row.amount, row.timestampMs);
  return [row, { ...row }];
}

interface Trap extends RowPlan {
  readonly twice?: boolean;
}

function settled(dialect: Dialect, source: RoutedSource): RowPlan {
  return { source, codes: [{ code: codeOf(dialect, source, 'completed') }] };
}

function listTraps({ traps }: FilledRoutedOptions, dialect: Dialect): Trap[] {
  const deposit = settled(dialect, 'deposit');
  const repeat = (count: number, make: (index: number) => Trap): Trap[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const withoutId = dialect.depositsWithoutId;
  return [
    ...repeat(traps.internal, () => settled(dialect, 'internal-deposit')),
    ...repeat(traps.internal, () => settled(dialect, 'internal-withdrawal')),
    ...repeat(withoutId ? traps.withoutId : 0, () => ({ ...deposit, withoutId })),
    ...repeat(withoutId ? traps.identicalPairs : 0, () => ({ ...deposit, withoutId, twice: true })),
    ...repeat(traps.malformed, (index) => ({
      ...deposit,
      malformation: MALFORMATIONS[index % MALFORMATIONS.length] ?? 'missing-time',
    })),
    ...repeat(traps.unknownStatuses, () => ({ ...deposit, codes: [{ code: UNDOCUMENTED_CODE }] })),
    ...listDocumentedStatuses(dialect),
  ];
}

/** Returns a record with every status of every source, so that all of them are read. */
function listDocumentedStatuses({ statuses }: Dialect): Trap[] {
  return SOURCES.flatMap((source) =>
    Object.keys(statuses[source]).map((code) => ({ source, codes: [{ code }] })),
  );
}

/** The final statuses of pending records, used in turn. */
const COURSES: readonly { readonly source: RoutedSource; readonly last: TruthStatus }[] = [
  { source: 'deposit', last: 'completed' },
  { source: 'withdrawal', last: 'completed' },
  { source: 'withdrawal', last: 'canceled' },
  { source: 'deposit', last: 'failed' },
  { source: 'withdrawal', last: 'failed' },
];

function drawPending(options: FilledRoutedOptions, draw: RoutedDraw): RoutedTruthRow[] {
  const { dialect, random } = draw;
  return Array.from({ length: options.pending }, (_, index) => {
    const { source, last } = COURSES[index % COURSES.length] ?? {
      source: 'deposit',
      last: 'failed',
    };
    const codes = [
      { code: codeOf(dialect, source, 'pending') },
      {
        code: findCode(dialect, source, last) ?? codeOf(dialect, source, 'completed'),
        fromMs: options.toMs + (index + 1) * options.settleAfterMs,
      },
    ];
    const atMs = options.toMs - (options.pending - index) * MINUTE_MS;
    return drawRow(random.pick(COINS), atMs, { source, codes }, draw);
  }).filter((row) => row !== undefined);
}
