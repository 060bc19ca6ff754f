/** Checks one record of an import file and returns it as a transaction. */
import { closestName, isNearName } from './closest-name.ts';
import { type Decimal, DecimalError, isNegativeDecimal, parseDecimal } from './decimal.ts';
import { isTransactionId } from './id.ts';
import { parseInstantFloor, TIMESTAMP_MS_MAX } from './instant.ts';
import {
  type Transaction,
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from './transaction.ts';

/** A transaction of an import; `id` is `null` if the record has none. */
export interface TransactionRecord extends Omit<Transaction, 'id'> {
  readonly id: string | null;
}

/** Thrown if a record is not a transaction; lists every problem. */
export class TransactionRecordError extends Error {
  readonly code = 'invalid_record';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'TransactionRecordError';
    this.problems = problems;
  }
}

const FIELDS: ReadonlySet<string> = new Set(TRANSACTION_FIELDS);
const ASSET_LENGTH_MAX = 64;
const TEXT_LENGTH_MAX = 512;
const SHOWN_LENGTH_MAX = 64;
/** Maximum unknown names that the problems of a record list; the others are counted. */
const UNKNOWN_NAMES_SHOWN_MAX = 5;
const TIMESTAMP_HINT =
  'must be Unix milliseconds (1709208000000) or RFC 3339 with an offset (2024-02-29T12:00:00Z)';

/**
 * Parses a record with the fields of a transaction (specification, section 2.1). `id`, `walletId`, `txid`,
 * `address`, `feeCost` and `feeCurrency` may be missing; `null` and an empty text count as missing.
 *
 * @param record an object whose decimals are text, so that no digit is lost. Its timestamp is an integer
 * (number or text) in Unix milliseconds from 10^11 on, or an RFC 3339 text, which is truncated to milliseconds.
 * @throws {TransactionRecordError} if the record is not a transaction.
 */
export function parseTransactionRecord(record: unknown, walletId: string): TransactionRecord {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new TransactionRecordError(['is not an object with the fields of a transaction']);
  }
  const fields = record as Readonly<Record<string, unknown>>;
  const problems: string[] = [];
  checkNames(fields, walletId, problems);
  const transaction: TransactionRecord = {
    id: readId(fields['id'], problems),
    asset:
      readText('asset', fields['asset'], ASSET_LENGTH_MAX, problems) ?? miss('asset', problems),
    type: readChoice('type', fields['type'], TRANSACTION_TYPES, 'other', problems),
    amount: readAmount('amount', fields['amount'], problems) ?? missAmount(problems),
    timestampMs: readTimestamp(fields['timestamp'], problems),
    status: readChoice('status', fields['status'], TRANSACTION_STATUSES, 'unknown', problems),
    txid: readText('txid', fields['txid'], TEXT_LENGTH_MAX, problems),
    address: readText('address', fields['address'], TEXT_LENGTH_MAX, problems),
    feeCost: readAmount('feeCost', fields['feeCost'], problems),
    feeCurrency: readText('feeCurrency', fields['feeCurrency'], ASSET_LENGTH_MAX, problems),
  };
  if (problems.length > 0) throw new TransactionRecordError([...new Set(problems)]);
  return transaction;
}

/** Returns the problem of a field name, or `undefined` if a transaction has the field. */
export function explainFieldName(name: string): string | undefined {
  return FIELDS.has(name) ? undefined : explainUnknownName(name);
}

function explainUnknownName(name: string): string {
  const problem = `${show(name)} is not a field of a transaction`;
  // Columns of other programs often have names without similarity to a field.
  const isNear = isNearName(name, TRANSACTION_FIELDS, Math.floor(name.length / 2));
  return isNear ? `${problem}; did you mean ${closestName(name, TRANSACTION_FIELDS)}?` : problem;
}

function checkNames(
  fields: Readonly<Record<string, unknown>>,
  walletId: string,
  problems: string[],
): void {
  let unknownCount = 0;
  for (const name in fields) {
    if (FIELDS.has(name)) continue;
    unknownCount += 1;
    if (unknownCount <= UNKNOWN_NAMES_SHOWN_MAX) problems.push(explainUnknownName(name));
  }
  const rest = unknownCount - UNKNOWN_NAMES_SHOWN_MAX;
  if (rest > 0) problems.push(`${rest} other names are not fields of a transaction`);
  const wallet = fields['walletId'];
  if (!isAbsent(wallet) && wallet !== walletId) {
    problems.push(`walletId is ${show(wallet)}, the import is for ${walletId}`);
  }
}

function readId(value: unknown, problems: string[]): string | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'string' && isTransactionId(value)) return value;
  problems.push(`id must be tx_ and 1 to 128 printable ASCII characters, not ${show(value)}`);
  return null;
}

function readText(
  name: string,
  value: unknown,
  lengthMax: number,
  problems: string[],
): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') {
    problems.push(`${name} must be text, not ${show(value)}`);
  } else if (value.length > lengthMax) {
    problems.push(`${name} must have ${lengthMax} characters at most, not ${value.length}`);
  } else if (!isClean(value)) {
    problems.push(`${name} must not have control characters or spaces around it`);
  } else {
    return value;
  }
  // The record is refused anyway; any text avoids a second problem about a missing field.
  return '';
}

/** Returns true for well-formed text without control characters and without white space at its ends. */
function isClean(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) return false;
  }
  return text.trim().length === text.length && text.isWellFormed();
}

function miss(name: string, problems: string[]): string {
  problems.push(`${name} is missing`);
  return '';
}

function readChoice<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
  fallback: Choice,
  problems: string[],
): Choice {
  if (choices.includes(value as Choice)) return value as Choice;
  if (isAbsent(value)) miss(name, problems);
  else problems.push(`${name} must be one of ${choices.join(', ')}, not ${show(value)}`);
  return fallback;
}

function readAmount(name: string, value: unknown, problems: string[]): Decimal | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') {
    problems.push(`${name} must be a decimal, not ${show(value)}`);
    return ZERO;
  }
  try {
    const amount = parseDecimal(value);
    if (!isNegativeDecimal(amount)) return amount;
    problems.push(`${name} must not be negative`);
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
    problems.push(`${name} must be a decimal, not ${show(value)}`);
  }
  return ZERO;
}

const ZERO = parseDecimal('0');

function missAmount(problems: string[]): Decimal {
  miss('amount', problems);
  return ZERO;
}

function readTimestamp(value: unknown, problems: string[]): number {
  if (isAbsent(value)) {
    miss('timestamp', problems);
    return 0;
  }
  const timestampMs =
    typeof value === 'number'
      ? checkUnixMs(value)
      : typeof value === 'string'
        ? readTimestampText(value)
        : NaN;
  // NaN is not a safe integer.
  if (Number.isSafeInteger(timestampMs) && timestampMs >= 0 && timestampMs <= TIMESTAMP_MS_MAX) {
    return timestampMs;
  }
  const isEarly = Number.isSafeInteger(timestampMs) && timestampMs < 0;
  problems.push(
    isEarly
      ? `timestamp ${show(value)} is before 1970, and such times are not stored`
      : `timestamp ${TIMESTAMP_HINT}, not ${show(value)}`,
  );
  return 0;
}

const DIGITS = /^\d{1,15}$/;
/** Unix seconds, dates such as `20240229` and the days of a spreadsheet are lower; such milliseconds are before 1973-03-04. */
const UNIX_MS_MIN = 1e11;

/** Returns `NaN` for a number that is hardly a time in milliseconds. */
function checkUnixMs(value: number): number {
  return value >= 0 && value < UNIX_MS_MIN ? NaN : value;
}

function readTimestampText(text: string): number {
  if (DIGITS.test(text)) return checkUnixMs(Number(text));
  return parseInstantFloor(text) ?? NaN;
}

function isAbsent(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

/**
 * Returns the value as text for a message: shortened, and without control characters, which a terminal
 * interprets. Lists and objects are not written, because they may be nested too deeply for it.
 */
function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? 'a list' : 'an object';
  }
  const text = JSON.stringify(value) ?? 'nothing';
  const shown = text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text;
  return shown.replaceAll(/\p{C}/gu, '�');
}
