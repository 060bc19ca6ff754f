/** How many random cases the tests run; `npm run prove` runs more. */
export const FIRST_SEED = readNumber('TELLER_TEST_FIRST_SEED', 1);

/** The seeds of histories and of steps of the clock, for each exchange. A failure can be repeated with its seed. */
export const HISTORY_SEEDS = listSeeds(readNumber('TELLER_TEST_HISTORIES', 1));
/** The seeds of exchanges. */
export const EXCHANGE_SEEDS = listSeeds(readNumber('TELLER_TEST_EXCHANGES', 10));
/** Multiplies the runs of a property. */
export const RUNS_FACTOR = readNumber('TELLER_TEST_RUNS_FACTOR', 1);
/** Seconds of a load that lasts. */
export const LOAD_SECONDS = readNumber('TELLER_TEST_LOAD_SECONDS', 3);
/** The engine of the tests of the management API and of Connect. `npm run prove` runs them on PostgreSQL. */
export const MANAGEMENT_ENGINE =
  process.env['TELLER_TEST_MANAGEMENT_ENGINE'] === 'PostgreSQL' ? 'PostgreSQL' : 'SQLite';

function readNumber(variable: string, standard: number): number {
  return Number(process.env[variable] ?? standard);
}

function listSeeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => FIRST_SEED + index);
}
