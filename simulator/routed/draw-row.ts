import type { AddressBook } from '../addresses.ts';
import { inventTxid } from '../addresses.ts';
import type { BalanceBook } from '../balance-book.ts';
import { fixedFromUnits, fromUnits, toUnits } from '../decimal-units.ts';
import type { Random } from '../random.ts';
import type { Malformation, RoutedSource, RoutedTruthRow, TruthState } from '../truth.ts';
import type { CommonCoin, CommonNetwork } from './coins.ts';
import type { Dialect } from './dialect.ts';

/** The inputs and outputs of the generator of one history. */
export interface RoutedDraw {
  readonly dialect: Dialect;
  readonly random: Random;
  readonly book: BalanceBook;
  readonly addresses: AddressBook;
}

/** A planned record. */
export interface RowPlan {
  readonly source: RoutedSource;
  /** The successive status codes; the first one applies from the record's own time. */
  readonly codes: readonly { readonly code: string; readonly fromMs?: number }[];
  readonly withoutId?: boolean;
  readonly malformation?: Malformation;
}

/** Returns a record; `undefined` for a withdrawal of more than the balance. */
export function drawRow(
  coin: CommonCoin,
  atMs: number,
  plan: RowPlan,
  draw: RoutedDraw,
): RoutedTruthRow | undefined {
  const { dialect, random } = draw;
  const stepMs = dialect.timeStepMs?.[plan.source] ?? 1;
  const timestampMs = Math.floor(atMs / stepMs) * stepMs;
  const network = random.pick(coin.networks);
  const states = plan.codes.map(({ code, fromMs }) => ({
    fromMs: fromMs ?? timestampMs,
    status: dialect.statuses[plan.source][code] ?? ('unknown' as const),
    code,
  }));
  const leaves = plan.source === 'withdrawal' || plan.source === 'internal-withdrawal';
  const move = leaves
    ? withdraw(coin, network, { ...plan, states, timestampMs }, draw)
    : receive(coin, states, draw);
  if (move === undefined) return undefined;
  const { wire, ...counterparty } = drawCounterparty(
    network,
    plan.source,
    { states, timestampMs },
    draw,
  );
  const malformation = plan.malformation ?? null;
  return {
    exchange: dialect.exchange,
    source: plan.source,
    recordId: plan.withoutId === true ? undefined : random.digits(10),
    kind: leaves ? 'withdrawal' : 'deposit',
    listed: true,
    asset: coin.coin,
    ...move,
    ...counterparty,
    timestampMs,
    malformed: malformation !== null,
    states,
    wire: { ...wire, malformation },
  };
}

interface Move {
  readonly amount: string;
  readonly fee: string | null;
}

function receive(coin: CommonCoin, states: readonly TruthState[], draw: RoutedDraw): Move {
  const amount = drawAmount(coin, draw.random);
  const credited = states.find(({ status }) => status === 'completed');
  if (credited !== undefined && credited === states[0]) {
    draw.book.credit(coin.coin, amount, credited.fromMs);
  } else if (credited !== undefined) {
    draw.book.creditLater(coin.coin, amount, credited.fromMs);
  }
  return { amount, fee: null };
}

function withdraw(
  coin: CommonCoin,
  network: CommonNetwork,
  { source, states, timestampMs }: Pick<RoutedTruthRow, 'source' | 'states' | 'timestampMs'>,
  { book, random, dialect }: RoutedDraw,
): Move | undefined {
  const fee = source === 'internal-withdrawal' ? '0' : network.fee;
  const amount = book.withdrawable(coin.coin, fee, coin.decimals, random);
  if (amount === undefined) return undefined;
  const total = fromUnits(toUnits(amount) + toUnits(fee));
  book.debit(coin.coin, total, timestampMs);
  const returned = states.find(({ status }) => status === 'failed' || status === 'canceled');
  if (returned !== undefined) book.creditLater(coin.coin, total, returned.fromMs);
  if (!dialect.feeInAmount) return { amount, fee };
  // The amount without the fee has the decimals of both numbers.
  const decimals = Math.max(countDecimals(total), countDecimals(fee));
  return { amount: fixedFromUnits(toUnits(amount), decimals), fee };
}

function countDecimals(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** Returns an amount with all of the coin's decimals, or without trailing zeros. */
function drawAmount(coin: CommonCoin, random: Random): string {
  const units = BigInt(random.digits(12)) * BigInt(random.digits(10));
  const text = fixedFromUnits(units, coin.decimals);
  return random.percent(50) ? text : fromUnits(toUnits(text));
}

type Counterparty = Pick<RoutedTruthRow, 'txid' | 'txidFromMs' | 'address' | 'tag' | 'wire'>;

/** Returns the counterparty. A withdrawal has a txid when it is sent; an internal transfer has none. */
function drawCounterparty(
  { network, chain }: CommonNetwork,
  source: RoutedSource,
  { states, timestampMs }: Pick<RoutedTruthRow, 'states' | 'timestampMs'>,
  { random, addresses }: RoutedDraw,
): Counterparty {
  const txidText = inventTxid(chain, random);
  const wire = { network, txidText, malformation: null };
  if (source === 'internal-deposit' || source === 'internal-withdrawal') {
    const address = source === 'internal-withdrawal' ? random.digits(8) : null;
    return {
      txid: null,
      txidFromMs: timestampMs,
      address,
      tag: null,
      wire: { ...wire, network: '' },
    };
  }
  if (source === 'deposit') {
    return { txid: txidText, txidFromMs: timestampMs, ...addresses.own(chain, random), wire };
  }
  const sent = states.find(({ status }) => status === 'completed');
  return {
    txid: sent === undefined ? null : txidText,
    txidFromMs: sent?.fromMs ?? timestampMs,
    ...addresses.counterparty(chain, random),
    wire,
  };
}
