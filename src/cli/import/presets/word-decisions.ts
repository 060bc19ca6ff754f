/** The decisions of `--map` and `--skip` about the words of an export. */
import {
  type Decision,
  DIRECTIONS,
  normalizeName,
  readDecisions,
} from '../../../domain/import-options.ts';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type TransactionType,
} from '../../../domain/transaction.ts';
import type { Direction } from '../../../exchanges/mapping/booking-types.ts';
import { UnreadableRowError } from '../../../exchanges/mapping/raw-row.ts';
import { UsageError } from '../../failure.ts';

/** Returns an option for a POSIX shell. */
export function writeOption(name: '--map' | '--skip', value: string): string {
  return `${name} '${value.replaceAll("'", String.raw`'\''`)}'`;
}

/** An option and whether a row of the file had its word. */
interface Usage<Outcome> {
  readonly outcome: Outcome;
  readonly option: string;
  isUsed: boolean;
}

/** Decides about words, in any case. */
export class WordDecisions {
  /** By word and direction. */
  readonly #types = new Map<string, Usage<TransactionType>>();
  readonly #statuses = new Map<string, Usage<TransactionStatus>>();
  readonly #skips = new Map<string, Usage<'skipped'>>();
  /** By word, the signs of rows with one type, for outgoing amounts. */
  readonly #signs = new Map<string, Set<Direction | undefined>>();

  /** @throws {UsageError} if an option is malformed, or contradicts another one. */
  constructor(maps: readonly string[], skips: readonly string[]) {
    const { decisions, refused } = readDecisions(maps, skips);
    const [first] = refused;
    if (first !== undefined) throw new UsageError(`--${first.option} ${first.message}`);
    for (const decision of decisions) this.#add(decision);
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

  #add({ option, value, word, outcome }: Decision): void {
    const taken = { option: writeOption(`--${option}`, value), isUsed: false };
    if (outcome === 'skipped') this.#skips.set(word, { ...taken, outcome });
    else if (isStatus(outcome)) this.#statuses.set(word, { ...taken, outcome });
    else {
      const decision = { ...taken, outcome };
      for (const direction of DIRECTIONS[outcome]) {
        this.#types.set(keyOf(word, direction), decision);
      }
    }
  }
}

function isStatus(outcome: TransactionType | TransactionStatus): outcome is TransactionStatus {
  return TRANSACTION_STATUSES.some((status) => status === outcome);
}

/** Returns a decision, and marks it as used. */
function take<Outcome>(
  decisions: ReadonlyMap<string, Usage<Outcome>>,
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
