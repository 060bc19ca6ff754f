import type { KrakenTruthRow, TruthKind } from '../truth.ts';
import type { KrakenAsset } from './assets.ts';
import { KRAKEN_ASSETS } from './assets.ts';
import type { KrakenDraw, Movement } from './generate-rows.ts';
import { drawAmount, drawFunding, drawLedgerRow, drawReference } from './generate-rows.ts';
import { KRAKEN_STATUSES } from './statuses.ts';

const MOVABLE = KRAKEN_ASSETS.filter(({ methods }) => methods.length > 0);
const REWARDED = ['DOT.S', 'XTZ.B', 'ETH2.S', 'XBT.M', 'USDT.F'].map((id) => findAsset(id));

/** The frequency of each event, in percent; all other events are deposits. */
const SHARES = [
  { percent: 22, draw: drawWithdrawal },
  { percent: 15, draw: drawTrade },
  { percent: 5, draw: drawConversion },
  { percent: 8, draw: drawStakingReward },
  { percent: 6, draw: drawEarnReward },
  { percent: 5, draw: drawStaking },
  { percent: 1, draw: drawAdjustment },
  { percent: 2, draw: drawAirdrop },
  { percent: 1, draw: drawHybridEarn },
] as const;

/** Returns the records of one ordinary event at a Unix time in milliseconds: one record, or both sides. */
export function drawEvent(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  let rest = draw.random.fraction() * 100;
  for (const share of SHARES) {
    rest -= share.percent;
    if (rest >= 0) continue;
    const rows = share.draw(atMs, draw);
    return rows.length === 0 ? drawDeposit(atMs, draw) : rows;
  }
  return drawDeposit(atMs, draw);
}

function drawDeposit(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  return drawSettled('deposit', atMs, draw);
}

function drawWithdrawal(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  return drawSettled('withdrawal', atMs, draw);
}

function drawSettled(
  source: 'deposit' | 'withdrawal',
  atMs: number,
  draw: KrakenDraw,
): KrakenTruthRow[] {
  const row = drawFunding(
    draw.random.pick(MOVABLE),
    atMs,
    {
      source,
      states: [{ fromMs: atMs, ...KRAKEN_STATUSES.success }],
      ledgerAtMs: atMs,
      later: false,
      malformed: false,
      reversed: false,
    },
    draw,
  );
  return row === undefined ? [] : [row];
}

function drawTrade(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  return drawExchange({ types: ['trade', 'trade'], subtype: 'tradespot' }, atMs, draw);
}

function drawConversion(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  return drawExchange({ types: ['spend', 'receive'], subtype: '' }, atMs, draw);
}

/** Returns a trade: an outgoing and an incoming entry under one reference. Neither is a transaction. */
function drawExchange(
  entry: { readonly types: readonly [string, string]; readonly subtype: string },
  atMs: number,
  draw: KrakenDraw,
): KrakenTruthRow[] {
  const given = draw.random.pick(MOVABLE);
  const received = draw.random.pick(MOVABLE.filter(({ id }) => id !== given.id));
  const amount = draw.book.withdrawable(given.id, '0', given.decimals, draw.random);
  if (amount === undefined) return [];
  const refid = drawReference(draw.random);
  const common = { subtype: entry.subtype, fee: '0', refid, atMs };
  const unlisted = { kind: 'other', listed: false } as const;
  const [out, back] = entry.types;
  return [
    drawLedgerRow({ ...common, asset: given, type: out, amount: `-${amount}` }, unlisted, draw),
    drawLedgerRow(
      { ...common, asset: received, type: back, amount: drawAmount(received, draw.random) },
      unlisted,
      draw,
    ),
  ];
}

function drawStakingReward(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  return drawSingle({ type: 'staking', subtype: '', kind: 'reward' }, atMs, draw);
}

function drawEarnReward(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  return drawSingle({ type: 'earn', subtype: 'reward', kind: 'reward' }, atMs, draw);
}

function drawAdjustment(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  return drawSingle({ type: 'adjustment', subtype: '', kind: 'credit' }, atMs, draw);
}

/** Returns the credit of an airdrop or fork, with or without its subtype. */
function drawAirdrop(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  const subtype = draw.random.pick(['', 'airdrop']);
  return drawSingle({ type: 'transfer', subtype, kind: 'reward' }, atMs, draw);
}

/** Returns a withdrawal to Hybrid Earn, of which the ledger has no other entry. */
function drawHybridEarn(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  const asset = draw.random.pick(MOVABLE);
  const amount = draw.book.withdrawable(asset.id, '0', asset.decimals, draw.random);
  if (amount === undefined) return [];
  const refid = drawReference(draw.random);
  const entry = { asset, type: 'hybridearnwithdrawal', subtype: '', refid };
  const movement = { ...entry, amount: `-${amount}`, fee: '0', atMs };
  return [drawLedgerRow(movement, { kind: 'transfer_out', listed: true }, draw)];
}

function drawSingle(
  entry: { readonly type: string; readonly subtype: string; readonly kind: TruthKind },
  atMs: number,
  draw: KrakenDraw,
): KrakenTruthRow[] {
  const asset = draw.random.pick(REWARDED);
  const movement: Movement = {
    asset,
    type: entry.type,
    subtype: entry.subtype,
    amount: drawAmount(asset, draw.random),
    fee: '0',
    refid: drawReference(draw.random),
    atMs,
  };
  return [drawLedgerRow(movement, { kind: entry.kind, listed: true }, draw)];
}

/**
 * Returns a move of DOT from the spot balance to the staked balance. The ledger has two entries: with one
 * reference for an allocation of Earn, with two for a transfer. The outgoing entry represents both.
 */
function drawStaking(atMs: number, draw: KrakenDraw): KrakenTruthRow[] {
  const spot = findAsset('DOT');
  const staked = findAsset('DOT.S');
  const amount = draw.book.withdrawable(spot.id, '0', staked.decimals, draw.random);
  if (amount === undefined) return [];
  const refid = drawReference(draw.random);
  const [out, back] = draw.random.percent(50)
    ? [
        { type: 'earn', subtype: 'allocation', refid },
        { type: 'earn', subtype: 'allocation', refid },
      ]
    : [
        { type: 'transfer', subtype: 'spottostaking', refid },
        { type: 'transfer', subtype: 'stakingfromspot', refid: drawReference(draw.random) },
      ];
  const leaving = { ...out, asset: spot, amount: `-${amount}`, fee: '0', atMs };
  const arriving = { ...back, asset: staked, amount, fee: '0', atMs };
  return [
    drawLedgerRow(leaving, { kind: 'transfer_out', listed: true }, draw),
    drawLedgerRow(arriving, { kind: 'transfer_in', listed: false }, draw),
  ];
}

function findAsset(id: string): KrakenAsset {
  const asset = KRAKEN_ASSETS.find((candidate) => candidate.id === id);
  if (asset === undefined) throw new RangeError(`no such asset: ${id}`);
  return asset;
}
