/** The options of an import that the command line and the management API share. */
import { closestName } from './closest-name.ts';
import {
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from './transaction.ts';

/** The names of the presets: exchanges, by ccxt's ids. */
export const PRESET_NAMES = ['binance', 'bitstamp', 'bitvavo', 'coinbase', 'kraken'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** The media types with which the management API accepts a file. `fetch` sends text as `text/plain`. */
export const FILE_MEDIA_TYPES = [
  'text/csv',
  'application/x-ndjson',
  'application/jsonl',
  'application/octet-stream',
  'text/plain',
] as const;
/** The same as a list in a sentence. */
export const FILE_MEDIA_TYPES_TEXT = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  FILE_MEDIA_TYPES.map((type) => `\`${type}\``),
);

/** Returns a header, or a word of a cell, as it is compared with others. */
export function normalizeName(name: string): string {
  return name.trim().toLowerCase();
}

/** Returns true for a time zone of the IANA database, or an offset. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format !== undefined;
  } catch {
    return false;
  }
}

const VALUE_SHOWN_MAX = 64;

/** The options that decide about words of an export. */
export type DecisionOption = 'map' | 'skip';

/** What an option decides about a word. */
export interface Decision {
  readonly option: DecisionOption;
  /** The option's value as it was given. */
  readonly value: string;
  /** As {@link normalizeName} returns it. */
  readonly word: string;
  readonly outcome: TransactionType | TransactionStatus | 'skipped';
}

/** An option that is malformed, or contradicts another one. */
export interface RefusedDecision {
  readonly option: DecisionOption;
  /** What is wrong, for people, after the name of the option. */
  readonly message: string;
}

/** The directions of the amounts that can have a type. */
export const DIRECTIONS: Readonly<Record<TransactionType, readonly ('in' | 'out')[]>> = {
  deposit: ['in'],
  transfer_in: ['in'],
  reward: ['in'],
  credit: ['in'],
  withdrawal: ['out'],
  transfer_out: ['out'],
  fee: ['out'],
  debit: ['out'],
  other: ['in', 'out'],
};
const OUTCOMES = [...TRANSACTION_TYPES, ...TRANSACTION_STATUSES] as const;

/** Reads the values of `map` and `skip`. */
export function readDecisions(
  maps: readonly string[],
  skips: readonly string[],
): { readonly decisions: readonly Decision[]; readonly refused: readonly RefusedDecision[] } {
  const decisions: Decision[] = [];
  const refused: RefusedDecision[] = [];
  const skipped = new Set(skips.map(normalizeName));
  const taken = new Map<string, Decision>();
  const read = (option: DecisionOption, value: string): void => {
    const decided = option === 'skip' ? readSkip(value) : readMap(value, skipped);
    const message = typeof decided === 'string' ? decided : decide(decided, taken);
    if (message !== undefined) refused.push({ option, message });
    else if (typeof decided !== 'string') decisions.push(decided);
  };
  for (const value of skips) read('skip', value);
  for (const value of maps) read('map', value);
  return { decisions, refused };
}

function readSkip(value: string): Decision | string {
  const word = normalizeName(value);
  if (word === '') return 'must be an operation, type or status';
  return { option: 'skip', value, word, outcome: 'skipped' };
}

function readMap(value: string, skipped: ReadonlySet<string>): Decision | string {
  const at = value.lastIndexOf('=');
  const word = normalizeName(value.slice(0, Math.max(at, 0)));
  const text = value.slice(at + 1).trim();
  if (at === -1 || word === '' || text === '') {
    return "must be OPERATION=TYPE, for example 'Launchpool Bonus=reward'";
  }
  if (skipped.has(word)) return `${quote(value)} is about a word that is skipped`;
  const outcome = OUTCOMES.find((each) => each === text);
  if (outcome !== undefined) return { option: 'map', value, word, outcome };
  return (
    `has ${quote(text)}, which is not a type or status; did you mean ${closestName(text, OUTCOMES)}? Types are ` +
    `${TRANSACTION_TYPES.join(', ')}; statuses are ${TRANSACTION_STATUSES.join(', ')}`
  );
}

/** Adds a decision. Returns a message if the word is decided. */
function decide(decision: Decision, taken: Map<string, Decision>): string | undefined {
  const keys = listKeys(decision);
  const other = keys.map((key) => taken.get(key)).find((found) => found !== undefined);
  if (other !== undefined) return `${quote(decision.value)} contradicts ${quote(other.value)}`;
  for (const key of keys) taken.set(key, decision);
  return undefined;
}

/** Returns what a decision is about: a word can have a type for each direction, and a status. */
function listKeys({ word, outcome }: Decision): readonly string[] {
  const type = TRANSACTION_TYPES.find((each) => each === outcome);
  if (type !== undefined) return DIRECTIONS[type].map((direction) => `${direction} ${word}`);
  return [`${outcome === 'skipped' ? 'skip' : 'status'} ${word}`];
}

function quote(value: string): string {
  return `'${value.slice(0, VALUE_SHOWN_MAX)}'`;
}
