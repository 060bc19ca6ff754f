import { parseArgs } from 'node:util';

/** The parts, in the order in which they run. */
export const PARTS = [
  'import',
  'size',
  'listing',
  'http',
  'peers',
  'postgres',
  'noise',
  'sync',
] as const;
export type Part = (typeof PARTS)[number];

/** The options of a run. */
export interface Options {
  readonly parts: readonly Part[];
  /** Rows of the largest wallet. */
  readonly rows: number;
  /** Repetitions of each load; the best counts. */
  readonly rounds: number;
  readonly json: boolean;
}

/** The deepest page of the API, page 1,000 of 1,000 rows, ends after row 1,001,000. */
const ROWS = 1_100_000;
const ROWS_MIN = 2000;
const ROUNDS = 3;

/** Reads the command line. @throws {Error} if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: PARTS.join(',') },
      rows: { type: 'string', default: String(ROWS) },
      rounds: { type: 'string', default: String(ROUNDS) },
      json: { type: 'boolean', default: false },
    },
  });
  const chosen = values.only.split(',');
  const unknown = chosen.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: one of ${PARTS.join(', ')}`);
  return {
    parts: PARTS.filter((part) => chosen.includes(part)),
    rows: readInteger('--rows', values.rows, ROWS_MIN),
    rounds: readInteger('--rounds', values.rounds, 1),
    json: values.json,
  };
}

function readInteger(name: string, text: string, minimum: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= minimum) return value;
  throw new Error(`${name} ${text}: an integer of ${minimum} or more`);
}
