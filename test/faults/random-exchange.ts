/** An exchange in the form of MEXC's wallet endpoints with a random way of listing rows. */
import { DAY_MS } from '../../src/domain/duration.ts';
import { Random } from '../../simulator/random.ts';
import {
  byLastRow,
  byPages,
  byRows,
  endsAt,
  startsAt,
} from '../../src/exchanges/best-effort/trait-forms.ts';
import type { Paging, ExchangeTraits } from '../../src/exchanges/best-effort/exchange-traits.ts';
import type { RecordedResponses, RecordedRequest } from '../best-effort/recorded-exchange.ts';

type Bound = 'inclusive' | 'exclusive' | 'ignored';

/** The exchange's way of listing rows. */
export interface Behaviour {
  /** The rows that an incomplete response contains, and their order. */
  readonly keeps: 'newest' | 'oldest' | 'any';
  readonly shows: 'newest-first' | 'oldest-first' | 'shuffled';
  /** Maximum rows of a response for any request. */
  readonly cap: number;
  readonly start: Bound;
  readonly end: Bound;
  readonly unit: 'ms' | 's';
  /** The exchange's names of parameters; ccxt's own are `startTime` and `limit`. */
  readonly names: { readonly start: string; readonly end: string; readonly limit: string };
  readonly paging: 'none' | 'rows' | 'pages' | 'cursor';
  /** The unit of the times of rows, ms. */
  readonly timesMs: 1 | 1000;
  /** Chance (percent) that a row arrives between two requests. */
  readonly arrivals: number;
}

/** A behaviour, and its documentation, which may be incomplete and wrong. */
export interface RandomExchange {
  readonly behaviour: Behaviour;
  readonly traits: ExchangeTraits;
}

/** One of them is not a usual limit, so that only the documentation shows that a list may be incomplete. */
const LIMITS = [37, 50, 100, 1000];
const UNUSUAL_LIMIT = 37;
const CAPS = [10, 20, 25, 50, 100];
const WINDOW_DAYS = 90;

export function drawExchange(seed: number): RandomExchange {
  const random = new Random(`exchange ${seed}`);
  const drawBound = (): Bound => random.pick(['inclusive', 'exclusive', 'inclusive', 'ignored']);
  const keeps = random.pick(['newest', 'newest', 'oldest', 'any'] as const);
  const ordered = keeps === 'newest' ? 'newest-first' : 'oldest-first';
  const shows = random.pick(
    keeps === 'any'
      ? (['shuffled'] as const)
      : ([ordered, ordered, 'newest-first', 'oldest-first', 'shuffled'] as const),
  );
  const isOrdered = shows === ordered;
  // If an exchange lists the newest rows first and accepts no start, it is unknown that it selects the oldest
  // rows.
  const isHidden = keeps === 'oldest' && shows === 'newest-first';
  const pagings = ['none', 'none', 'rows', 'pages', ...(isOrdered ? ['cursor'] : [])] as const;
  const limit = random.pick(LIMITS);
  const behaviour: Behaviour = {
    keeps,
    shows,
    cap: Math.min(limit, random.pick([...CAPS, limit, limit, limit])),
    start: isHidden ? 'inclusive' : drawBound(),
    end: drawBound(),
    unit: random.pick(['ms', 's'] as const),
    names: random.pick([
      { start: 'startTime', end: 'endTime', limit: 'limit' },
      { start: 'from', end: 'to', limit: 'size' },
    ]),
    paging: random.pick(pagings) as Behaviour['paging'],
    timesMs: random.pick([1, 1, 1000] as const),
    arrivals: random.pick([0, 0, 20]),
  };
  return { behaviour, traits: document(behaviour, limit, random) };
}

/** Returns the documented traits, with gaps and errors. */
function document(behaviour: Behaviour, limit: number, random: Random): ExchangeTraits {
  const { names, unit, keeps, shows } = behaviour;
  const orders = { newest: 'newest-first', oldest: 'oldest-first', any: undefined } as const;
  const order = shows === 'shuffled' ? undefined : orders[keeps];
  return {
    openedIn: 2025,
    windowDays: WINDOW_DAYS,
    ...((limit === UNUSUAL_LIMIT || random.percent(80)) && { limit }),
    ...(random.percent(80) && { limitName: names.limit }),
    ...(random.percent(80) || (keeps === 'oldest' && shows === 'newest-first')
      ? { start: startsAt(names.start, unit) }
      : random.percent(50) && { start: null }),
    ...(random.percent(80)
      ? { end: endsAt(names.end, unit) }
      : random.percent(50) && { end: endsAt('until', unit) }),
    ...(order !== undefined && random.percent(40) && { order }),
    ...documentPaging(behaviour, random),
  };
}

const PAGINGS: Readonly<Record<Behaviour['paging'], Paging | undefined>> = {
  none: undefined,
  rows: byRows('skip'),
  pages: byPages('pageNo'),
  cursor: byLastRow('after', 'seq'),
};

function documentPaging({ paging }: Behaviour, random: Random): Pick<ExchangeTraits, 'page'> {
  // The exchange ignores wrongly documented paging.
  if (random.percent(10)) return { page: random.pick([byRows('offset'), byPages('page')]) };
  const page = PAGINGS[paging];
  return page === undefined || random.percent(20) ? {} : { page };
}

/** A movement. */
export interface RandomRow {
  readonly seq: number;
  readonly kind: 'deposit' | 'withdrawal';
  readonly amount: string;
  readonly timeMs: number;
  readonly txid: string;
}

/** The history of an exchange that grows while it is read. */
export class RandomHistory {
  readonly rows: RandomRow[] = [];
  readonly #random: Random;
  readonly #behaviour: Behaviour;

  constructor(seed: number, behaviour: Behaviour, nowMs: number) {
    this.#random = new Random(`rows ${seed}`);
    this.#behaviour = behaviour;
    const random = this.#random;
    for (let count = random.integer(0, 150); count > 0; count -= 1) {
      this.add(nowMs - random.integer(60_000, 300 * DAY_MS));
    }
    const burstMs = nowMs - random.integer(1, 250) * DAY_MS;
    const spanMs = random.pick([1, 1000, 60_000, DAY_MS]);
    for (let count = random.integer(0, 120); count > 0; count -= 1) {
      this.add(burstMs + random.integer(0, spanMs - 1));
    }
  }

  add(atMs: number): void {
    const random = this.#random;
    const { timesMs } = this.#behaviour;
    const row: RandomRow = {
      seq: this.rows.length + 1,
      kind: random.percent(50) ? 'deposit' : 'withdrawal',
      amount: `${random.integer(1, 99)}.5`,
      timeMs: Math.floor(atMs / timesMs) * timesMs,
      txid: random.hex(16),
    };
    this.rows.push(row);
    // Deposits have no identifier: two deposits with equal fields are two records.
    if (row.kind === 'deposit' && random.percent(5)) {
      this.rows.push({ ...row, seq: this.rows.length + 1 });
    }
  }

  /** Returns the responses of an exchange with this history. */
  responses(nowMs: () => number): RecordedResponses {
    const list =
      (kind: RandomRow['kind'], write: (row: RandomRow) => object) =>
      ({ query }: RecordedRequest): object[] => {
        if (this.#random.percent(this.#behaviour.arrivals)) this.add(nowMs() + 2000);
        const rows = this.rows.filter((row) => row.kind === kind);
        return listPage(rows, this.#behaviour, query).map(write);
      };
    return {
      'GET api.mexc.com/api/v3/time': () => ({ serverTime: nowMs() }),
      'GET api.mexc.com/api/v3/account': { balances: [] },
      'GET api.mexc.com/api/v3/capital/deposit/hisrec': list('deposit', (row) => ({
        ...(this.#behaviour.paging === 'cursor' && { seq: row.seq }),
        amount: row.amount,
        coin: 'USDT',
        network: 'TRX',
        status: 5,
        address: 'T1',
        txId: row.txid,
        insertTime: row.timeMs,
      })),
      'GET api.mexc.com/api/v3/capital/withdraw/history': list('withdrawal', (row) => ({
        id: `w${row.seq}`,
        seq: row.seq,
        coin: 'USDT',
        network: 'TRX',
        address: 'T2',
        amount: row.amount,
        transactionFee: '0',
        status: 7,
        txId: row.txid,
        applyTime: row.timeMs,
      })),
    };
  }
}

function listPage(
  all: readonly RandomRow[],
  behaviour: Behaviour,
  query: URLSearchParams,
): readonly RandomRow[] {
  const { keeps, cap, names, paging, shows } = behaviour;
  const direction = keeps === 'newest' ? -1 : 1;
  const keyOf = (row: RandomRow): number => (keeps === 'any' ? shuffle(row.seq) : row.timeMs);
  const rows = all
    .filter((row) => isAsked(row, behaviour, query))
    .toSorted((a, b) => direction * (keyOf(a) - keyOf(b) || a.seq - b.seq));
  const size = Math.min(cap, Number(query.get(names.limit) ?? cap));
  const page = rows.slice(skipCount(rows, paging, size, query)).slice(0, size);
  if (shows === 'shuffled') return page.toSorted((a, b) => shuffle(a.seq) - shuffle(b.seq));
  const shown = shows === 'newest-first' ? -1 : 1;
  return page.toSorted((a, b) => shown * (a.timeMs - b.timeMs || a.seq - b.seq));
}

function isAsked({ timeMs }: RandomRow, behaviour: Behaviour, query: URLSearchParams): boolean {
  const { start, end, unit, names } = behaviour;
  const unitMs = unit === 's' ? 1000 : 1;
  const time = Math.floor(timeMs / unitMs);
  const from = query.get(names.start);
  const to = query.get(names.end);
  if (from !== null && start !== 'ignored') {
    if (start === 'inclusive' ? time < Number(from) : time <= Number(from)) return false;
  }
  if (to === null || end === 'ignored') return true;
  return end === 'inclusive' ? time <= Number(to) : time < Number(to);
}

function skipCount(
  rows: readonly RandomRow[],
  paging: Behaviour['paging'],
  size: number,
  query: URLSearchParams,
): number {
  if (paging === 'rows') return Number(query.get('skip') ?? 0);
  if (paging === 'pages') return (Number(query.get('pageNo') ?? 1) - 1) * size;
  const after = query.get('after');
  if (paging !== 'cursor' || after === null) return 0;
  return rows.findIndex(({ seq }) => seq === Number(after)) + 1;
}

function shuffle(seq: number): number {
  return (seq * 7919) % 1009;
}

/** Returns a row as the wallet should contain it. */
export function reportRandomRow({ kind, amount, timeMs, txid }: RandomRow) {
  return { type: kind, amount, timestampMs: timeMs, txid };
}
