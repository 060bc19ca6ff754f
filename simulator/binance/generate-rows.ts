import type { AddressBook, TaggedAddress } from '../addresses.ts';
import { inventTxid } from '../addresses.ts';
import type { BalanceBook } from '../balance-book.ts';
import { fixedFromUnits, fromUnits, toUnits } from '../decimal-units.ts';
import type { Random } from '../random.ts';
import type { BinanceTruthRow, Malformation, TruthState, TruthStatus } from '../truth.ts';
import type { BinanceCoin } from './coins.ts';
import { DEPOSIT_STATUSES, FIAT_STATUSES, WITHDRAWAL_STATUSES } from './statuses.ts';

/** The inputs and outputs of the generator of one history. */
export interface BinanceDraw {
  readonly random: Random;
  readonly book: BalanceBook;
  readonly addresses: AddressBook;
}

/** Status codes of a record over time; the first one counts from the record's own time. */
export interface CodeChange {
  readonly code: string;
  /** Unix milliseconds; undefined for the first. */
  readonly fromMs?: number;
}

/** The special properties of a deposit. */
export interface DepositPlan {
  readonly codes: readonly CodeChange[];
  readonly internal?: boolean;
  readonly withoutId?: boolean;
  readonly malformation?: Malformation;
  readonly amountStyle?: 'bare-number' | 'exponent';
}

/** Returns an amount near the coin's usual amount, with all of the coin's decimals. */
export function drawAmount(coin: BinanceCoin, random: Random): string {
  const thousandths = random.integer(
    Math.ceil(coin.typicalThousandths / 10),
    coin.typicalThousandths * 2,
  );
  const finest = coin.decimals > 3 ? random.digits(Math.min(coin.decimals - 3, 15)) : '';
  const whole = toUnits(fixedFromUnits(BigInt(thousandths) * 10n ** 15n, coin.decimals));
  const fraction = finest === '' ? 0n : toUnits(`0.000${finest}`.slice(0, coin.decimals + 2));
  return fromUnits(whole + fraction);
}

/** Returns a crypto deposit at a Unix time in milliseconds. It is booked when it is credited. */
export function drawDeposit(
  coin: BinanceCoin,
  timestampMs: number,
  plan: DepositPlan,
  draw: BinanceDraw,
): BinanceTruthRow {
  const { random } = draw;
  const network = random.pick(coin.networks);
  const amount = drawDepositAmount(coin, plan, random);
  const states = toStates(plan.codes, DEPOSIT_STATUSES, timestampMs);
  const internal = plan.internal === true;
  const txid = inventTxid(network.chain, random);
  const row: BinanceTruthRow = {
    ...describeTransfer(coin, draw.addresses.own(network.chain, random)),
    source: 'deposit',
    recordId: plan.withoutId === true ? undefined : random.digits(19),
    kind: 'deposit',
    amount: amount.reported,
    fee: null,
    timestampMs,
    txid: internal ? null : txid,
    txidFromMs: timestampMs,
    malformed: plan.malformation !== undefined,
    states,
    wire: {
      network: network.network,
      amountText: amount.text,
      feeText: null,
      txidText: internal ? `Internal transfer ${random.digits(11)}` : txid,
      amountForm: plan.amountStyle === 'bare-number' ? 'number' : 'text',
      malformation: plan.malformation ?? null,
      internal,
      method: '',
    },
  };
  bookDeposit(coin.coin, amount.exact, states, draw.book);
  return row;
}

/**
 * Returns a crypto withdrawal; `undefined` if the balance of the coin is too small. Binance writes its time
 * in whole seconds, so the milliseconds are dropped.
 */
export function drawWithdrawal(
  coin: BinanceCoin,
  timestampMs: number,
  codes: readonly CodeChange[],
  draw: BinanceDraw,
): BinanceTruthRow | undefined {
  const { random, book } = draw;
  const network = random.pick(coin.networks);
  const fee = network.withdrawFee;
  const amount = book.withdrawable(coin.coin, fee, coin.decimals, random);
  if (amount === undefined) return undefined;
  const appliedMs = Math.floor(timestampMs / 1_000) * 1_000;
  const states = toStates(codes, WITHDRAWAL_STATUSES, appliedMs);
  const sent = states.find((state) => state.status === 'completed');
  const txid = sent === undefined ? null : inventTxid(network.chain, random);
  const total = fromUnits(toUnits(amount) + toUnits(fee));
  book.debit(coin.coin, total, appliedMs);
  const failed = states.find((state) => state.status === 'failed' || state.status === 'canceled');
  if (failed !== undefined) book.creditLater(coin.coin, total, failed.fromMs);
  return {
    ...describeTransfer(coin, draw.addresses.counterparty(network.chain, random)),
    source: 'withdrawal',
    recordId: random.hex(32),
    kind: 'withdrawal',
    amount,
    fee,
    timestampMs: appliedMs,
    txid,
    txidFromMs: sent?.fromMs ?? appliedMs,
    malformed: false,
    states,
    wire: {
      network: network.network,
      amountText: amount,
      feeText: fee,
      txidText: txid ?? '',
      amountForm: 'text',
      malformation: null,
      internal: false,
      method: '',
    },
  };
}

/** Returns a fiat order, whose fee is subtracted from a deposit and added to a withdrawal; `undefined` if the balance is too small for a withdrawal. */
export function drawFiatOrder(
  coin: BinanceCoin,
  timestampMs: number,
  order: { readonly kind: 'deposit' | 'withdrawal'; readonly codes: readonly CodeChange[] },
  draw: BinanceDraw,
): BinanceTruthRow | undefined {
  const { random, book } = draw;
  const deposit = order.kind === 'deposit';
  const fee = deposit ? '0.2' : '1.5';
  const amount = deposit
    ? drawAmount(coin, random)
    : book.withdrawable(coin.coin, fee, coin.decimals, random);
  if (amount === undefined) return undefined;
  const states = toStates(order.codes, FIAT_STATUSES, timestampMs);
  if (deposit) bookDeposit(coin.coin, amount, states, book);
  else book.debit(coin.coin, fromUnits(toUnits(amount) + toUnits(fee)), timestampMs);
  const amountText = fixedFromUnits(toUnits(amount), 2);
  const feeText = fixedFromUnits(toUnits(fee), 2);
  const indicatedText = fixedFromUnits(toUnits(amount) + toUnits(fee), 2);
  return {
    exchange: 'binance',
    source: deposit ? 'fiat-deposit' : 'fiat-withdrawal',
    recordId: random.hex(32),
    kind: order.kind,
    listed: true,
    asset: coin.coin,
    amount: deposit ? indicatedText : amountText,
    fee: feeText,
    timestampMs,
    txid: null,
    txidFromMs: timestampMs,
    address: null,
    tag: null,
    malformed: false,
    states,
    wire: {
      network: '',
      amountText,
      indicatedText,
      feeText,
      txidText: '',
      amountForm: 'text',
      malformation: null,
      internal: false,
      method: random.pick(['bank transfer', 'card']),
    },
  };
}

function describeTransfer(coin: BinanceCoin, address: TaggedAddress) {
  return { exchange: 'binance' as const, listed: true, asset: coin.coin, ...address };
}

interface DrawnAmount {
  /** The amount without trailing zeros. */
  readonly exact: string;
  /** The amount as wallet-teller reports it. */
  readonly reported: string;
  /** The amount as the exchange writes it. */
  readonly text: string;
}

function drawDepositAmount(coin: BinanceCoin, plan: DepositPlan, random: Random): DrawnAmount {
  if (plan.amountStyle === 'exponent') {
    const digit = random.integer(1, 9);
    const exact = `0.0000001${digit}`;
    return { exact, reported: exact, text: `1.${digit}E-7` };
  }
  if (plan.amountStyle === 'bare-number') {
    const text = `${random.digits(6)}.${random.digits(17)}${random.integer(1, 9)}`;
    return { exact: text, reported: text, text };
  }
  const exact = drawAmount(coin, random);
  const padded = random.percent(50) ? fixedFromUnits(toUnits(exact), coin.decimals) : exact;
  return { exact, reported: padded, text: padded };
}

function toStates(
  codes: readonly CodeChange[],
  statuses: Readonly<Record<string, TruthStatus>>,
  timestampMs: number,
): TruthState[] {
  return codes.map(({ code, fromMs }) => ({
    fromMs: fromMs ?? timestampMs,
    status: statuses[code] ?? 'unknown',
    code,
  }));
}

function bookDeposit(
  asset: string,
  amount: string,
  states: readonly TruthState[],
  book: BalanceBook,
): void {
  const credited = states.find((state) => state.status === 'completed');
  if (credited === undefined) return;
  if (credited === states[0]) book.credit(asset, amount, credited.fromMs);
  else book.creditLater(asset, amount, credited.fromMs);
}
