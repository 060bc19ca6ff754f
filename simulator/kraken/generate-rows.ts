import { inventAddress, inventTxid } from '../addresses.ts';
import type { BalanceBook } from '../balance-book.ts';
import { fixedFromUnits, fromUnits, toUnits } from '../decimal-units.ts';
import type { Random } from '../random.ts';
import type { KrakenLedgerEntry, KrakenTruthRow, TruthKind, TruthState } from '../truth.ts';
import type { KrakenAsset } from './assets.ts';

const REFERENCE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The inputs and outputs of the generator of one history. */
export interface KrakenDraw {
  readonly random: Random;
  readonly book: BalanceBook;
}

/** A movement of one asset in the ledger. */
export interface Movement {
  readonly asset: KrakenAsset;
  readonly type: string;
  readonly subtype: string;
  /** Signed plain decimal. */
  readonly amount: string;
  readonly fee: string;
  readonly refid: string;
  readonly atMs: number;
  /** True for a credit after the end of the history; the running balance does not include it. */
  readonly later?: boolean;
}

/** Returns a reference such as `QGB7IFM-Q3LT3X-NVAOKE`. */
export function drawReference(random: Random): string {
  const part = (length: number): string => random.text(REFERENCE_ALPHABET, length);
  return `${part(7)}-${part(6)}-${part(6)}`;
}

/** Returns an amount near the asset's usual amount, with all of its decimals. */
export function drawAmount(asset: KrakenAsset, random: Random): string {
  const thousandths = random.integer(
    Math.ceil(asset.typicalThousandths / 10),
    asset.typicalThousandths * 2,
  );
  const finest = random.digits(asset.decimals - 3);
  return fromUnits(BigInt(thousandths) * 10n ** 15n + toUnits(`0.000${finest}`));
}

/** Writes a movement into the ledger and the balances. */
function enterMovement(movement: Movement, draw: KrakenDraw): KrakenLedgerEntry {
  const { asset, amount, fee, atMs } = movement;
  const change = toUnits(amount) - toUnits(fee);
  if (change < 0n) draw.book.debit(asset.id, fromUnits(-change), atMs);
  else if (movement.later === true) draw.book.creditLater(asset.id, fromUnits(change), atMs);
  else draw.book.credit(asset.id, fromUnits(change), atMs);
  const part = (length: number): string => draw.random.text(REFERENCE_ALPHABET, length);
  return {
    ledgerId: `L${part(5)}-${part(5)}-${part(6)}`,
    refid: movement.refid,
    ticks: atMs * 10 + draw.random.integer(0, 4),
    type: movement.type,
    subtype: movement.subtype,
    assetId: asset.id,
    amountText: fixedFromUnits(toUnits(amount), asset.decimals),
    feeText: fixedFromUnits(toUnits(fee), asset.decimals),
    balanceText: fixedFromUnits(toUnits(draw.book.balance(asset.id)), asset.decimals),
  };
}

/** Generates a record that is only in the ledger: a reward, a transfer, one side of a trade. */
export function drawLedgerRow(
  movement: Movement,
  reported: { readonly kind: TruthKind; readonly listed: boolean },
  draw: KrakenDraw,
): KrakenTruthRow {
  const entry = enterMovement(movement, draw);
  const { asset, atMs } = movement;
  return {
    exchange: 'kraken',
    source: 'ledger',
    recordId: entry.ledgerId,
    kind: reported.kind,
    listed: reported.listed,
    asset: asset.symbol,
    amount: absolute(entry.amountText),
    fee: entry.feeText,
    timestampMs: atMs,
    txid: null,
    txidFromMs: atMs,
    address: null,
    tag: null,
    malformed: false,
    states: [{ fromMs: atMs, status: 'completed', code: 'ledger' }],
    wire: {
      assetId: asset.id,
      refid: movement.refid,
      requestedAtMs: Math.floor(atMs / 1_000) * 1_000,
      ledgers: [entry],
      amountText: entry.amountText,
      feeText: entry.feeText,
      method: '',
      network: '',
    },
  };
}

/** The special properties of a deposit or withdrawal. */
export interface FundingPlan {
  readonly source: 'deposit' | 'withdrawal';
  /** The states, oldest first; the first one applies from the request. */
  readonly states: readonly TruthState[];
  /** The time of the ledger entry, Unix milliseconds; `null` if there is none. */
  readonly ledgerAtMs: number | null;
  /** True if it settles after the end of the history. */
  readonly later: boolean;
  readonly malformed: boolean;
  readonly reversed: boolean;
}

/** Returns a deposit or withdrawal; `undefined` if the balance is too small for a withdrawal. */
export function drawFunding(
  asset: KrakenAsset,
  requestedMs: number,
  plan: FundingPlan,
  draw: KrakenDraw,
): KrakenTruthRow | undefined {
  const { random, book } = draw;
  const method = random.pick(asset.methods);
  const deposit = plan.source === 'deposit';
  const fee = deposit ? '0' : fromUnits(toUnits(method.fee));
  const amount = deposit
    ? drawAmount(asset, random)
    : book.withdrawable(asset.id, fee, asset.decimals, random);
  if (amount === undefined) return undefined;
  const refid = drawReference(random);
  const movement = { asset, type: plan.source, subtype: '', amount, fee, refid };
  const ledgers = enterFunding(movement, plan, draw);
  const amountText = fixedFromUnits(toUnits(amount), asset.decimals);
  const feeText = fixedFromUnits(toUnits(fee), asset.decimals);
  return {
    exchange: 'kraken',
    source: plan.source,
    recordId: refid,
    kind: plan.source,
    listed: true,
    asset: asset.symbol,
    amount: amountText,
    fee: feeText,
    timestampMs: plan.ledgerAtMs ?? requestedMs,
    txid: inventTxid(method.chain, random),
    txidFromMs: plan.states.at(-1)?.fromMs ?? requestedMs,
    address: inventAddress(method.chain, random),
    tag: null,
    malformed: plan.malformed,
    states: plan.states,
    wire: {
      assetId: asset.id,
      refid,
      requestedAtMs: Math.floor(requestedMs / 1_000) * 1_000,
      ledgers,
      amountText: plan.malformed ? 'abc' : amountText,
      feeText,
      method: method.method,
      network: method.network,
    },
  };
}

function enterFunding(
  movement: Omit<Movement, 'atMs'>,
  plan: FundingPlan,
  draw: KrakenDraw,
): KrakenLedgerEntry[] {
  if (plan.ledgerAtMs === null) return [];
  const atMs = plan.ledgerAtMs;
  const { later } = plan;
  const out = movement.type === 'withdrawal';
  const signed = out ? { ...movement, amount: `-${movement.amount}` } : movement;
  const entry = enterMovement({ ...signed, atMs, later }, draw);
  if (plan.reversed) {
    const back = { ...movement, fee: `-${movement.fee}`, atMs: atMs + 1_000, later };
    return [entry, enterMovement(back, draw)];
  }
  return [plan.malformed ? { ...entry, amountText: 'abc' } : entry];
}

function absolute(text: string): string {
  return text.startsWith('-') ? text.slice(1) : text;
}
