/** The floors of `docs/performance.md`, in the order of its table, and results that are judged by them. */

/** The limit that a measurement must keep. */
export interface Floor {
  readonly is: '≥' | '≤';
  readonly bound: number;
  readonly unit: string;
}

/** A measurement. */
export interface Result {
  /** The name of its floor in {@link FLOORS}. */
  readonly name: string;
  /** What was measured, with the size of the wallet and the version of the engine. */
  readonly work: string;
  /** `null` if it could not be measured. */
  readonly measured: number | null;
  /** Of a ratio: the processor time of a request to the service and to its baseline in microseconds. */
  readonly requestMicros?: number;
  readonly baselineMicros?: number;
}

/** Returns a measurement of an engine. @param title the engine with its version. */
export function resultOf(
  name: string,
  { engine, title }: { readonly engine: string; readonly title: string },
  measured: number,
): Result {
  return { name: `${name}, ${engine}`, work: `${name}, ${title}`, measured };
}

const NOISE = 'p99 of a quiet tenant with a noisy neighbour';

/** Every floor by its name: a minimum or a maximum, and its unit. */
export const FLOORS: Readonly<Record<string, string>> = {
  'default page, cached, SQLite': '≥ 0.75 of bare node:http',
  'default page, cached, PostgreSQL': '≥ 0.65 of bare node:http',
  'default page, nothing cached, SQLite': '≥ 0.25 of bare node:http',
  'default page, nothing cached, PostgreSQL': '≥ 0.6 of pg alone',
  'page of 1,000, nothing cached, SQLite': '≥ 5 of Platformatic DB',
  'page of 1,000, nothing cached, PostgreSQL': '≥ 1.2 of Express with pg',
  'any filters at any depth, 1,100,000 rows, SQLite': '≤ 5 ms',
  'any filters at any depth, 1,100,000 rows, PostgreSQL': '≤ 10 ms',
  'any filters at any depth, 10,000,000 rows, SQLite': '≤ 25 ms',
  'any filters at any depth, 10,000,000 rows, PostgreSQL': '≤ 25 ms',
  'teller import, SQLite': '≥ 50000 rows/s',
  'teller import, PostgreSQL': '≥ 20000 rows/s',
  'stored bytes of a row with indexes and counts, SQLite': '≤ 400 bytes',
  'stored bytes of a row with indexes and counts, PostgreSQL': '≤ 400 bytes',
  'sync process, 1,000 wallets': '≤ 400 MB',
  [`${NOISE}, cached, SQLite`]: '≤ 100 ms',
  [`${NOISE}, nothing cached, SQLite`]: '≤ 100 ms',
  [`${NOISE}, cached, PostgreSQL`]: '≤ 100 ms',
  [`${NOISE}, nothing cached, PostgreSQL`]: '≤ 100 ms',
  '5,000 wallets created by the management API, SQLite': '≤ 60 s',
  '5,000 wallets created by the management API, PostgreSQL': '≤ 60 s',
  'p99 of a reader meanwhile, SQLite': '≤ 100 ms',
  'p99 of a reader meanwhile, PostgreSQL': '≤ 100 ms',
  'list of 100 of 100,000 wallets by state, SQLite': '≤ 20 ms',
  'list of 100 of 100,000 wallets by state, PostgreSQL': '≤ 20 ms',
  'default page, nothing cached, each node of Citus': '≥ 0.15 of plain PostgreSQL',
  'page of 1,000, nothing cached, each node of Citus': '≥ 0.5 of plain PostgreSQL',
};

/** Returns the floor with this name. @throws {Error} if there is none. */
export function floorOf(name: string): Floor {
  const floor = FLOORS[name];
  if (floor === undefined) throw new Error(`bench/floors.ts has no floor "${name}"`);
  const [is, bound, ...unit] = floor.split(' ');
  return { is: is as Floor['is'], bound: Number(bound), unit: unit.join(' ') };
}

/** Returns whether the floor is met; a result that was not measured does not meet it. */
export function isMet({ name, measured }: Result): boolean {
  const { is, bound } = floorOf(name);
  if (measured === null) return false;
  return is === '≥' ? measured >= bound : measured <= bound;
}
