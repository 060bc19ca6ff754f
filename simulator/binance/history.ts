import { MINUTE_MS } from '../../src/domain/duration.ts';
import { AddressBook } from '../addresses.ts';
import { BalanceBook } from '../balance-book.ts';
import { Random } from '../random.ts';
import { drawTimeline } from '../timeline.ts';
import type { BinanceTruthRow, History, Malformation } from '../truth.ts';
import type { BinanceCoin } from './coins.ts';
import { BINANCE_COINS } from './coins.ts';
import type { BinanceDraw, CodeChange, DepositPlan } from './generate-rows.ts';
import { drawDeposit, drawFiatOrder, drawWithdrawal } from './generate-rows.ts';
import type {
  BinanceHistoryOptions,
  BinanceTraps,
  FilledBinanceOptions,
} from './history-options.ts';
import { fillBinanceOptions } from './history-options.ts';
import { addSenders } from '../senders.ts';
import { addMovements } from './movements.ts';
import { UNDOCUMENTED_CODE } from './statuses.ts';

const MALFORMATIONS: readonly Malformation[] = ['missing-time', 'garbage-time', 'garbage-amount'];
const ODD_DEPOSIT_CODES = ['6', '7', '8', '2'] as const;
const ODD_WITHDRAWAL_CODES = ['1', '3', '5'] as const;

/** A planned record: a deposit with its plan, or a withdrawal with its code. */
type Plan =
  | { readonly kind: 'deposit'; readonly plan: DepositPlan; readonly twice?: boolean }
  | { readonly kind: 'withdrawal'; readonly code: string }
  | { readonly kind: 'any' };

/**
 * Generates a Binance account history: the same options always generate the same records. Withdrawals and
 * fees never exceed earlier deposits.
 */
export function generateBinanceHistory(options: BinanceHistoryOptions): History<BinanceTruthRow> {
  const names = BINANCE_COINS.map(({ coin }) => coin);
  const filled = fillBinanceOptions(options, names);
  const draw: BinanceDraw = {
    random: new Random(`binance ${filled.seed}`),
    book: new BalanceBook(),
    addresses: new AddressBook(),
  };
  const wanted = BINANCE_COINS.filter(({ coin }) => filled.coins.includes(coin));
  const rows = [
    ...drawSettled(filled, wanted, draw),
    ...drawFiatOrders(filled, wanted, draw),
    ...drawPending(filled, wanted, draw),
  ].sort((left, right) => left.timestampMs - right.timestampMs);
  const history: History<BinanceTruthRow> = {
    exchange: 'binance',
    rows,
    balanceChanges: draw.book.changes(),
    lockedPercents: { ETH: 10, USDT: 5 },
  };
  return addSenders(addMovements(history, filled.toMs));
}

function drawSettled(
  options: FilledBinanceOptions,
  coins: readonly BinanceCoin[],
  draw: BinanceDraw,
): BinanceTruthRow[] {
  const { random } = draw;
  const crypto = coins.filter(({ isLegalMoney }) => !isLegalMoney);
  const times = drawTimeline({ ...options, toMs: options.toMs - 30 * MINUTE_MS }, random);
  const special = listTraps(options.traps).slice(0, times.length);
  const ordinary = times.slice(special.length).map((): Plan => ({ kind: 'any' }));
  const plans = random.shuffle([...special, ...ordinary]);
  return times.flatMap((timestampMs, index) =>
    drawPlanned(plans[index] ?? { kind: 'any' }, timestampMs, random.pick(crypto), draw),
  );
}

function listTraps(traps: BinanceTraps): Plan[] {
  const success: readonly CodeChange[] = [{ code: '1' }];
  const deposits = (count: number, plan: (index: number) => Omit<DepositPlan, 'codes'>): Plan[] =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'deposit',
      plan: { codes: success, ...plan(index) },
    }));
  const pairs = Array.from({ length: traps.identicalPairs }, (): Plan => ({
    kind: 'deposit',
    plan: { codes: success, withoutId: true },
    twice: true,
  }));
  return [
    ...deposits(traps.internal, () => ({ internal: true })),
    ...deposits(traps.withoutId, () => ({ withoutId: true })),
    ...pairs,
    ...deposits(traps.malformed, (index) => ({
      malformation: MALFORMATIONS[index % MALFORMATIONS.length] ?? 'missing-time',
    })),
    ...deposits(traps.bareNumbers, () => ({ amountStyle: 'bare-number' })),
    ...deposits(traps.exponents, () => ({ amountStyle: 'exponent' })),
    ...listOddStatuses(traps),
  ];
}

function listOddStatuses(traps: BinanceTraps): Plan[] {
  const odd: Plan[] = [
    ...ODD_DEPOSIT_CODES.map((code): Plan => ({ kind: 'deposit', plan: { codes: [{ code }] } })),
    ...ODD_WITHDRAWAL_CODES.map((code): Plan => ({ kind: 'withdrawal', code })),
  ];
  const repeated = Array.from({ length: traps.oddStatuses }, (_, index) => odd[index % odd.length]);
  const unknown = Array.from({ length: traps.unknownStatuses }, (): Plan => ({
    kind: 'deposit',
    plan: { codes: [{ code: UNDOCUMENTED_CODE }] },
  }));
  return [...repeated.filter((plan) => plan !== undefined), ...unknown];
}

function drawPlanned(
  plan: Plan,
  timestampMs: number,
  coin: BinanceCoin,
  draw: BinanceDraw,
): BinanceTruthRow[] {
  if (plan.kind === 'deposit') {
    const row = drawDeposit(coin, timestampMs, plan.plan, draw);
    if (plan.twice !== true) return [row];
    draw.book.credit(row.asset, row.amount, timestampMs);
    return [row, { ...row }];
  }
  const wantsWithdrawal = plan.kind === 'withdrawal' || draw.random.percent(40);
  const codes = [{ code: plan.kind === 'withdrawal' ? plan.code : '6' }];
  const withdrawal = wantsWithdrawal ? drawWithdrawal(coin, timestampMs, codes, draw) : undefined;
  return [withdrawal ?? drawDeposit(coin, timestampMs, { codes: [{ code: '1' }] }, draw)];
}

function drawFiatOrders(
  options: FilledBinanceOptions,
  coins: readonly BinanceCoin[],
  draw: BinanceDraw,
): BinanceTruthRow[] {
  const { random } = draw;
  const fiat = coins.filter(({ isLegalMoney }) => isLegalMoney);
  if (fiat.length === 0) return [];
  const times = drawTimeline(
    { ...options, count: options.fiatOrders, burst: 0, equalTimes: 0 },
    random,
  );
  return times.flatMap((timestampMs, index) => {
    const kind = index % 3 === 2 ? 'withdrawal' : 'deposit';
    const code = index % 6 === 1 ? 'Failed' : 'Successful';
    const row = drawFiatOrder(random.pick(fiat), timestampMs, { kind, codes: [{ code }] }, draw);
    return row === undefined ? [] : [row];
  });
}

/** The codes of pending records, used in turn. The second code applies from the time of settlement. */
const PENDING_COURSES = [
  { kind: 'deposit', first: '0', last: '1' },
  { kind: 'withdrawal', first: '4', last: '6' },
  { kind: 'withdrawal', first: '0', last: '1' },
  { kind: 'deposit', first: '0', last: '2' },
  { kind: 'withdrawal', first: '2', last: '5' },
  { kind: 'deposit', first: '8', last: '1' },
  { kind: 'deposit', first: '0', last: '6' },
] as const;

function drawPending(
  options: FilledBinanceOptions,
  coins: readonly BinanceCoin[],
  draw: BinanceDraw,
): BinanceTruthRow[] {
  const crypto = coins.filter(({ isLegalMoney }) => !isLegalMoney);
  const rows: BinanceTruthRow[] = [];
  for (let index = 0; index < options.pending; index++) {
    const course = PENDING_COURSES[index % PENDING_COURSES.length] ?? PENDING_COURSES[0];
    const timestampMs = options.toMs - (options.pending - index) * MINUTE_MS;
    const codes = [
      { code: course.first },
      { code: course.last, fromMs: options.toMs + (index + 1) * options.settleAfterMs },
    ];
    const coin = draw.random.pick(crypto);
    const withdrawal =
      course.kind === 'withdrawal' ? drawWithdrawal(coin, timestampMs, codes, draw) : undefined;
    const deposit = { codes: [{ code: '0' }, { code: '1', fromMs: codes[1]?.fromMs ?? 0 }] };
    const plan = course.kind === 'deposit' ? { codes } : deposit;
    rows.push(withdrawal ?? drawDeposit(coin, timestampMs, plan, draw));
  }
  return rows;
}
