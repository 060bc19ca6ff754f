import { DAY_MS, HOUR_MS } from '../src/domain/duration.ts';
import { AddressBook } from './addresses.ts';
import { BalanceBook } from './balance-book.ts';
import type { BinanceCoin } from './binance/coins.ts';
import { BINANCE_COINS } from './binance/coins.ts';
import type { BinanceDraw } from './binance/generate-rows.ts';
import { drawDeposit, drawFiatOrder, drawWithdrawal } from './binance/generate-rows.ts';
import { Random } from './random.ts';
import type { BinanceTruthRow, History } from './truth.ts';

const YEARS = 3;
const TRANSFERS = 1_180;
const FIAT_ORDERS = 36;
const SEED = 'wallet-teller demo';

/** The relative frequency of movements of each coin. */
const COIN_WEIGHTS: Readonly<Record<string, number>> = {
  BTC: 20,
  ETH: 18,
  USDT: 22,
  USDC: 8,
  SOL: 9,
  XRP: 7,
  ADA: 4,
  DOT: 3,
  LTC: 4,
  DOGE: 3,
  BNB: 5,
};

/** The key of the demo's account; it is valid only for the simulator. */
export const DEMO_CREDENTIALS = { apiKey: 'demo-binance-key', secret: 'demo-binance-secret' };

/**
 * Returns the account that `teller demo` shows: a Binance wallet with about 1,200 transactions over the three
 * years before `nowMs` (Unix milliseconds), eleven coins and euros, some months with many transactions, and a
 * few transfers that settle within the next hours. The same time generates the same history. Balances are
 * never negative.
 */
export function makeDemoHistory(nowMs: number): History<BinanceTruthRow> {
  const draw: BinanceDraw = {
    random: new Random(SEED),
    book: new BalanceBook(),
    addresses: new AddressBook(),
  };
  const rows = [
    ...drawTransfers(nowMs, draw),
    ...drawSalary(nowMs, draw),
    ...drawUnderway(nowMs, draw),
  ].sort((left, right) => left.timestampMs - right.timestampMs);
  return {
    exchange: 'binance',
    rows,
    balanceChanges: draw.book.changes(),
    lockedPercents: { ETH: 12, BTC: 5 },
  };
}

function drawTransfers(nowMs: number, draw: BinanceDraw): BinanceTruthRow[] {
  const { random } = draw;
  const spanMs = YEARS * 365 * DAY_MS - DAY_MS;
  const times = Array.from(
    { length: TRANSFERS },
    () => nowMs - DAY_MS - Math.floor(busier(random) * spanMs),
  ).sort((left, right) => left - right);
  return times.map((timestampMs) => {
    const coin = pickCoin(random);
    const code = random.percent(2) ? '1' : '6';
    const withdrawal = random.percent(38)
      ? drawWithdrawal(coin, timestampMs, [{ code }], draw)
      : undefined;
    const internal = random.percent(3);
    return withdrawal ?? drawDeposit(coin, timestampMs, { codes: [{ code: '1' }], internal }, draw);
  });
}

/** Returns a share of the past (0 is now), more often a recent one. */
function busier(random: Random): number {
  const share = random.fraction();
  return random.percent(50) ? share * share : share;
}

function drawSalary(nowMs: number, draw: BinanceDraw): BinanceTruthRow[] {
  const euro = findCoin('EUR');
  const stepMs = Math.floor((YEARS * 365 * DAY_MS) / FIAT_ORDERS);
  return Array.from({ length: FIAT_ORDERS }, (_, index) => {
    const timestampMs = nowMs - (FIAT_ORDERS - index) * stepMs + draw.random.integer(0, DAY_MS);
    const kind = index % 4 === 3 ? 'withdrawal' : 'deposit';
    const code = index % 12 === 6 ? 'Failed' : 'Successful';
    return drawFiatOrder(euro, timestampMs, { kind, codes: [{ code }] }, draw);
  }).filter((row) => row !== undefined);
}

/** Returns the pending records: each settles some hours later. */
function drawUnderway(nowMs: number, draw: BinanceDraw): BinanceTruthRow[] {
  const coming = ['BTC', 'ETH', 'USDT'].map((symbol, index) =>
    drawDeposit(
      findCoin(symbol),
      nowMs - (20 - index * 6) * 60_000,
      { codes: [{ code: '0' }, { code: '1', fromMs: nowMs + (index + 1) * HOUR_MS }] },
      draw,
    ),
  );
  const leaving = ['SOL', 'XRP'].map((symbol, index) =>
    drawWithdrawal(
      findCoin(symbol),
      nowMs - (15 - index * 5) * 60_000,
      [{ code: '4' }, { code: '6', fromMs: nowMs + (index + 2) * HOUR_MS }],
      draw,
    ),
  );
  return [...coming, ...leaving.filter((row) => row !== undefined)];
}

function pickCoin(random: Random): BinanceCoin {
  const total = Object.values(COIN_WEIGHTS).reduce((sum, weight) => sum + weight, 0);
  let rest = random.fraction() * total;
  for (const [symbol, weight] of Object.entries(COIN_WEIGHTS)) {
    rest -= weight;
    if (rest < 0) return findCoin(symbol);
  }
  return findCoin('BTC');
}

function findCoin(symbol: string): BinanceCoin {
  const coin = BINANCE_COINS.find((candidate) => candidate.coin === symbol);
  if (coin === undefined) throw new RangeError(`no such coin: ${symbol}`);
  return coin;
}
