/** A small exchange in the form of MEXC's wallet endpoints, with a history that is generated from a seed. */
import { DAY_MS } from '../../src/domain/duration.ts';
import { Random } from '../../simulator/random.ts';
import type { RecordedResponses, RecordedRequest } from './recorded-exchange.ts';

/** The bounds of a window that the exchange uses. */
export type Narrowing = 'both' | 'since' | 'none';

/** A movement of the account. */
export interface SimulatedRow {
  readonly kind: 'deposit' | 'withdrawal';
  readonly amount: string;
  readonly timestampMs: number;
  readonly txid: string;
  readonly id: string;
  /** The time when it settles, Unix ms. */
  readonly settledAtMs: number;
}

const PAGE_MAX = 1000;
const FEE = '0.50';

/** Returns a history of some years with bursts, equal rows and pending rows. */
export function drawHistory(seed: number, nowMs: number): SimulatedRow[] {
  const random = new Random(`mexc ${seed}`);
  const rows: SimulatedRow[] = [];
  const add = (timestampMs: number): void => {
    const kind = random.percent(60) ? 'deposit' : 'withdrawal';
    const row: SimulatedRow = {
      kind,
      amount: `${random.integer(1, 900)}.${random.integer(1, 9)}`,
      timestampMs,
      txid: random.hex(64),
      id: random.hex(32),
      settledAtMs: random.percent(3) ? nowMs + random.integer(1, 3) * DAY_MS : timestampMs,
    };
    rows.push(row);
    // Deposits have no identifier: two deposits with equal fields are two records.
    if (kind === 'deposit' && random.percent(3)) rows.push({ ...row });
  };
  for (let count = random.integer(0, 300); count > 0; count -= 1) {
    add(nowMs - random.integer(1000, 1500 * DAY_MS));
  }
  const burstMs = nowMs - random.integer(10, 900) * DAY_MS;
  for (let count = random.integer(0, 2600); count > 0; count -= 1) {
    add(burstMs + random.integer(0, 3 * DAY_MS));
  }
  return rows.sort((left, right) => right.timestampMs - left.timestampMs);
}

/** Returns the exchange's responses: the newest rows of a window, at most a thousand. */
export function simulateMexc(
  rows: readonly SimulatedRow[],
  narrowing: Narrowing,
  nowMs: () => number,
): RecordedResponses {
  const list =
    (kind: SimulatedRow['kind'], write: (row: SimulatedRow, settled: boolean) => object) =>
    ({ query }: RecordedRequest): object[] => {
      const fromMs = narrowing === 'none' ? 0 : Number(query.get('startTime') ?? 0);
      const toMs = narrowing === 'both' ? Number(query.get('endTime') ?? Infinity) : Infinity;
      return rows
        .filter((row) => row.kind === kind)
        .filter(({ timestampMs }) => timestampMs >= fromMs && timestampMs <= toMs)
        .slice(0, Math.min(PAGE_MAX, Number(query.get('limit') ?? PAGE_MAX)))
        .map((row) => write(row, row.settledAtMs <= nowMs()));
    };
  return {
    'GET api.mexc.com/api/v3/time': () => ({ serverTime: nowMs() }),
    'GET api.mexc.com/api/v3/account': { balances: [{ asset: 'USDT', free: '7.50', locked: '0' }] },
    'GET api.mexc.com/api/v3/capital/deposit/hisrec': list('deposit', (row, settled) => ({
      amount: row.amount,
      coin: 'USDT-TRX',
      network: 'TRX',
      status: settled ? 5 : 4,
      address: 'T1',
      txId: row.txid,
      insertTime: row.timestampMs,
    })),
    'GET api.mexc.com/api/v3/capital/withdraw/history': list('withdrawal', (row, settled) => ({
      id: row.id,
      coin: 'USDT-TRX',
      network: 'TRX',
      address: 'T2',
      // MEXC's amount includes the fee.
      amount: addFee(row.amount),
      transactionFee: FEE,
      status: settled ? 7 : 2,
      txId: settled ? row.txid : null,
      applyTime: row.timestampMs,
    })),
  };
}

function addFee(amount: string): string {
  const [whole = '0', tenths = '0'] = amount.split('.');
  const units = BigInt(whole) * 10n + BigInt(tenths) + 5n;
  return `${units / 10n}.${units % 10n}`;
}

/** Returns a row as the wallet should contain it. */
export function writeTruth(row: SimulatedRow, nowMs: number): string {
  const settled = row.settledAtMs <= nowMs;
  const isWithdrawal = row.kind === 'withdrawal';
  const txid = isWithdrawal && !settled ? null : row.txid;
  const status = settled ? 'completed' : 'pending';
  return JSON.stringify([
    row.kind,
    row.amount,
    isWithdrawal ? FEE : null,
    row.timestampMs,
    status,
    txid,
  ]);
}
