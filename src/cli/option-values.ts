/** Parsers of option and argument values. Their errors are shown as wrong usage. */
import { type Command, InvalidArgumentError } from 'commander';

import { DAY_MS, HOUR_MS } from '../domain/duration.ts';
import type { Expiry } from '../manage/api-keys.ts';
import { explainName, explainPlace } from '../manage/names.ts';
import { UsageError } from './failure.ts';

const LIFETIME_DAYS_MAX = 36_500;
const MS_PER_UNIT: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
};

/** Parses a name or label: text without control characters. */
export function readName(text: string): string {
  const problem = explainName(text);
  if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
  return text.trim();
}

/** Parses the name of an exchange or another place. */
export function readPlace(text: string): string {
  const problem = explainPlace(text);
  if (problem !== undefined) throw new UsageError(`--exchange ${problem}`);
  return text.trim();
}

/** Parses the lifetime of a key (`90d`, `12h`, `2w`, `1y`, `never`). */
export function readLifetime(text: string): Expiry {
  if (text === 'never') return text;
  const match = /^([1-9]\d{0,5})([hdwy])$/.exec(text);
  const lifetimeMs = Number(match?.[1]) * (MS_PER_UNIT[match?.[2] ?? ''] ?? NaN);
  if (lifetimeMs <= LIFETIME_DAYS_MAX * DAY_MS) return { lifetimeMs };
  throw new InvalidArgumentError('It must be like 12h, 90d, 2w, 1y (at most 100y), or never.');
}

/** Parses a TCP port; 0 lets the system choose. */
export function readPort(text: string): number {
  const port = /^(0|[1-9]\d{0,4})$/.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('It must be an integer from 0 to 65535.');
}

const WORKERS_MAX = 64;

/** Parses a number of processes. */
export function readWorkerCount(text: string): number {
  const count = /^[1-9]\d?$/.test(text) ? Number(text) : NaN;
  if (count <= WORKERS_MAX) return count;
  throw new InvalidArgumentError(`It must be an integer from 1 to ${WORKERS_MAX}.`);
}

/**
 * Returns the value of a required option. The parser's own check is not used, because it runs before the
 * check for unknown options and would report a misspelt `--projet` as "missing --project".
 *
 * @throws {UsageError} if the option is missing.
 */
export function requireOption<Value>(value: Value | undefined, flags: string): Value {
  if (value === undefined) throw new UsageError(`option ${flags} is missing`);
  return value;
}

/**
 * Refuses empty options and arguments. An empty value is usually an unset shell variable; if it counted as
 * missing, the command would use another database or every wallet.
 *
 * @throws {UsageError} if a value is empty.
 */
export function refuseEmptyValues(command: Command): void {
  for (let each: Command | null = command; each !== null; each = each.parent) {
    for (const option of each.options) {
      const value: unknown = each.getOptionValue(option.attributeName());
      if (isBlank(value)) throw new UsageError(`option ${option.flags} must not be empty`);
    }
  }
  if (command.args.some(isBlank)) throw new UsageError('an argument must not be empty');
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
