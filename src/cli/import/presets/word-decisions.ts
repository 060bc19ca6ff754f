/** The decisions of `--map` and `--skip` about the words of an export. */
import { closestName } from '../../../domain/closest-name.ts';
import {
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from '../../../domain/transaction.ts';
import type { Direction } from '../../../exchanges/mapping/booking-types.ts';
import { UnreadableRowError } from '../../../exchanges/mapping/raw-row.ts';
import { UsageError } from '../../failure.ts';
import { normalizeName } from '../csv-reader.ts';

const DIRECTIONS: Readonly<Record<TransactionType, readonly Direction[]>> = {
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
const OUTCOMES: readonly string[] = [...TRANSACTION_TYPES, ...TRANSACTION_STATUSES];

/** Returns an option for a POSIX shell. */
export function writeOption(name: '--map' | '--skip', value: string): string {
  return `${name} '${value.replaceAll("'", String.raw`'\''`)}'`;
}

/** An option and whether a row of the file had its word. */
interface Decision<Outcome> {
  readonly outcome: Outcome;
  readonly option: string;
  isUsed: boolean;
}

/** Decides about words, in any case. */
export class WordDecisions {
  /** By word and direction. */
  readonly #types = new Map<string, Decision<TransactionType>>();
  readonly #statuses = new Map<string, Decision<TransactionStatus>>();
  readonly #skips = new Map<string, Decision<'skipped'>>();
  /** By word, the signs of rows with one type, for outgoing amounts. */
  readonly #signs = new Map<string, Set<Direction | undefined>>();

  /** @throws {UsageError} if an option is malformed, or contradicts another one. */
  constructor(maps: readonly string[], skips: readonly string[]) {
    for (const word of skips) this.#addSkip(word);
    for (const pair of maps) this.#addMap(pair);
  }

  /** Returns true if rows with the word are not transactions of the wallet. */
  isSkipped(word: string): boolean {
    return take(this.#skips, normalizeName(word)) !== undefined;
  }

  /**
   * Returns the type of rows with the word; `undefined` if no option decides it.
   *
   * @param readDirection returns the sign of the row's amount; `undefined` if amounts have no sign.
   */
  typeOf(word: string, readDirection: () => Direction | undefined): TransactionType | undefined {
    if (this.#types.size === 0) return undefined;
    const name = normalizeName(word);
    const keys = (['in', 'out'] as const).map((each) => keyOf(name, each));
    if (!keys.some((key) => this.#types.has(key))) return undefined;
    const direction = readDirection();
    const wanted = direction === undefined ? keys : [keyOf(name, direction)];
    return wanted.map((key) => take(this.#types, key)).find((type) => type !== undefined);
  }

  /**
   * Returns the type of rows with the word in a file in which incoming amounts have no sign, and outgoing ones may
   * have none.
   *
   * @param readSign returns `out` for a negative amount; `undefined` for others.
   * @throws {UnreadableRowError} if the file has both, and options only give a type for outgoing amounts: the other
   * amounts are then incoming.
   */
  typeOfUnsigned(word: string, readSign: () => 'out' | undefined): TransactionType | undefined {
    const type = this.typeOf(word, readSign);
    const name = normalizeName(word);
    if (type === undefined || this.#types.has(keyOf(name, 'in'))) return type;
    const signs = this.#signs.get(name) ?? new Set();
    this.#signs.set(name, signs.add(readSign()));
    if (signs.size === 1) return type;
    throw new UnreadableRowError(
      `"${word}" has negative and other amounts, but --map gives it only the type ${type}: add a type for the other ` +
        `ones, for example ${writeOption('--map', `${word}=credit`)}`,
    );
  }

  /** Returns the status of rows with the word; `undefined` if no option decides it. */
  statusOf(word: string): TransactionStatus | undefined {
    return take(this.#statuses, normalizeName(word));
  }

  /** Returns the options whose word no row had. */
  listUnused(): readonly string[] {
    const decisions = [
      ...this.#skips.values(),
      ...this.#types.values(),
      ...this.#statuses.values(),
    ];
    const used = new Set(decisions.filter(({ isUsed }) => isUsed).map(({ option }) => option));
    return [...new Set(decisions.map(({ option }) => option))].filter(
      (option) => !used.has(option),
    );
  }

  #addSkip(word: string): void {
    const name = normalizeName(word);
    if (name === '') throw new UsageError('--skip must be an operation, type or status');
    add(this.#skips, name, 'skipped', writeOption('--skip', word));
  }

  #addMap(pair: string): void {
    const at = pair.lastIndexOf('=');
    const [name, outcome] = [
      normalizeName(pair.slice(0, Math.max(at, 0))),
      pair.slice(at + 1).trim(),
    ];
    if (at === -1 || name === '' || outcome === '') {
      throw new UsageError(
        "--map must be OPERATION=TYPE, for example --map 'Launchpool Bonus=reward'",
      );
    }
    if (this.#skips.has(name)) {
      throw new UsageError(`"${name}" is given with --map and with --skip`);
    }
    const option = writeOption('--map', pair);
    const type = TRANSACTION_TYPES.find((each) => each === outcome);
    const status = TRANSACTION_STATUSES.find((each) => each === outcome);
    if (status !== undefined) add(this.#statuses, name, status, option);
    else if (type === undefined) failOutcome(outcome);
    else {
      for (const direction of DIRECTIONS[type]) {
        add(this.#types, keyOf(name, direction), type, option);
      }
    }
  }
}

function failOutcome(outcome: string): never {
  const closest = closestName(outcome, OUTCOMES);
  throw new UsageError(
    `--map: "${outcome.slice(0, 64)}" is not a type or status; did you mean ${closest}? Types are ` +
      `${TRANSACTION_TYPES.join(', ')}; statuses are ${TRANSACTION_STATUSES.join(', ')}`,
  );
}

/** @throws {UsageError} if the word is decided. */
function add<Outcome>(
  decisions: Map<string, Decision<Outcome>>,
  key: string,
  outcome: Outcome,
  option: string,
): void {
  const earlier = decisions.get(key);
  if (earlier !== undefined) throw new UsageError(`${option} contradicts ${earlier.option}`);
  decisions.set(key, { outcome, option, isUsed: false });
}

/** Returns a decision, and marks it as used. */
function take<Outcome>(
  decisions: ReadonlyMap<string, Decision<Outcome>>,
  key: string,
): Outcome | undefined {
  const decision = decisions.get(key);
  if (decision === undefined) return undefined;
  decision.isUsed = true;
  return decision.outcome;
}

function keyOf(name: string, direction: Direction): string {
  return `${direction} ${name}`;
}
