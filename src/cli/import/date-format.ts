/** Reads times in a format of the user's. */
import { parseInstantFloor } from '../../domain/instant.ts';
import { TransactionRecordError } from '../../domain/transaction-record.ts';
import { UsageError } from '../failure.ts';
import { show } from './decimal-comma.ts';
import type { TimeZone } from './time-zone.ts';

/**
 * Reads a time as Unix milliseconds.
 *
 * @param label names the column in messages.
 * @throws {TransactionRecordError} if the text is not a time of the format.
 */
export type ReadTime = (label: string, text: string) => number;

/** The parts of a time, as text. */
type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'zone';
type Parts = Partial<Record<Part, string>>;

interface Token {
  readonly name: string;
  readonly part: Part;
  /** Matches the token at a position of the text. */
  readonly form: RegExp;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const TWO_DIGITS = /\d{2}/y;
const ONE_OR_TWO_DIGITS = /\d{1,2}/y;

/** Longer names first. */
const TOKENS: readonly Token[] = [
  { name: 'YYYY', part: 'year', form: /\d{4}/y },
  { name: 'YY', part: 'year', form: TWO_DIGITS },
  { name: 'MMM', part: 'month', form: /[A-Za-z]{3}/y },
  { name: 'MM', part: 'month', form: TWO_DIGITS },
  { name: 'M', part: 'month', form: ONE_OR_TWO_DIGITS },
  { name: 'DD', part: 'day', form: TWO_DIGITS },
  { name: 'D', part: 'day', form: ONE_OR_TWO_DIGITS },
  { name: 'HH', part: 'hour', form: TWO_DIGITS },
  { name: 'H', part: 'hour', form: ONE_OR_TWO_DIGITS },
  { name: 'hh', part: 'hour', form: TWO_DIGITS },
  { name: 'h', part: 'hour', form: ONE_OR_TWO_DIGITS },
  { name: 'mm', part: 'minute', form: TWO_DIGITS },
  { name: 'SSS', part: 'fraction', form: /\d{1,9}/y },
  { name: 'ss', part: 'second', form: TWO_DIGITS },
  { name: 'A', part: 'half', form: /[AaPp][Mm]/y },
  { name: 'Z', part: 'zone', form: /Z|[+-]\d{2}:?\d{2}/y },
];

/** The tokens, for the help. */
export const DATE_TOKENS = TOKENS.map(({ name }) => name).join(' ');

/**
 * Returns the reader of a format such as `DD.MM.YYYY HH:mm:ss`. Characters other than letters, and a T
 * behind a token, stand for themselves. RFC 3339 times with an offset are read with any format, for local times that occur twice.
 *
 * @throws {UsageError} if the format cannot be used.
 */
export function parseDateFormat(format: string, zone: TimeZone | undefined): ReadTime {
  const pieces = splitFormat(format);
  checkFormat(pieces, zone);
  return (label, text) => {
    const exact = text.includes('T') ? parseInstantFloor(text) : undefined;
    if (exact !== undefined) return exact;
    const parts = matchPieces(pieces, text);
    if (parts === undefined) {
      throw new TransactionRecordError([`${label} ${show(text)} does not have the form ${format}`]);
    }
    return toInstant(label, text, parts, zone);
  };
}

/** Returns true if times of the format have their own offset, so that no zone may be given. */
export function readsOffset(format: string): boolean {
  return splitFormat(format).some((piece) => typeof piece !== 'string' && piece.part === 'zone');
}

type Piece = Token | string;

function splitFormat(format: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < format.length;) {
    const token = TOKENS.find(({ name }) => format.startsWith(name, at));
    const piece = token ?? format.charAt(at);
    // RFC 3339 has a T between the date and the time.
    const isDivider = piece === 'T' && typeof pieces.at(-1) === 'object';
    if (typeof piece === 'string' && /[A-Za-z]/.test(piece) && !isDivider) {
      throw new UsageError(
        `--date-format: "${piece}" at position ${at + 1} is not a token; the tokens are ${DATE_TOKENS}`,
      );
    }
    pieces.push(piece);
    at += token?.name.length ?? 1;
  }
  return pieces;
}

/** The parts that a part needs. */
const NEEDS: Readonly<Partial<Record<Part, Part>>> = {
  minute: 'hour',
  second: 'minute',
  fraction: 'second',
  half: 'hour',
};

function checkFormat(pieces: readonly Piece[], zone: TimeZone | undefined): void {
  const tokens = pieces.filter((piece) => typeof piece !== 'string');
  const parts = tokens.map(({ part }) => part);
  const names = tokens.map(({ name }) => name);
  const problems = [
    ...(['year', 'month', 'day'] as const)
      .filter((part) => !parts.includes(part))
      .map((part) => `it has no ${part}`),
    ...new Set(
      parts
        .filter((part, index) => parts.indexOf(part) < index)
        .map((part) => `it has the ${part} twice`),
    ),
    ...parts.flatMap((part) => {
      const needed = NEEDS[part];
      return needed === undefined || parts.includes(needed) ? [] : [`it has no ${needed}`];
    }),
    ...(names.includes('A') === names.some((name) => name.startsWith('h'))
      ? []
      : ['hh and h are hours from 1 to 12 and need A (AM or PM)']),
    ...(names.includes('Z') && zone !== undefined
      ? ['Z reads the offset of each time, so --time-zone cannot be given']
      : []),
  ];
  if (problems.length > 0) throw new UsageError(`--date-format: ${problems.join('; ')}`);
}

function matchPieces(pieces: readonly Piece[], text: string): Parts | undefined {
  const parts: Parts = {};
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      if (text[at] !== piece) return undefined;
      at += 1;
      continue;
    }
    piece.form.lastIndex = at;
    const found = piece.form.exec(text)?.[0];
    if (found === undefined) return undefined;
    parts[piece.part] = found;
    at += found.length;
  }
  return at === text.length ? parts : undefined;
}

function toInstant(label: string, text: string, parts: Parts, zone: TimeZone | undefined): number {
  const rfc = writeRfc3339(parts);
  const instantMs = rfc === undefined ? undefined : parseInstantFloor(rfc);
  if (instantMs === undefined) {
    throw new TransactionRecordError([`${label} ${show(text)} is not a time that exists`]);
  }
  if (zone === undefined) return instantMs;
  const [first, second] = zone.listInstants(instantMs);
  if (first !== undefined && second === undefined) return first;
  const problem =
    first === undefined
      ? `does not exist in ${zone.name}, where the clocks were put forward`
      : `occurs twice in ${zone.name}, where the clocks were put back`;
  throw new TransactionRecordError([
    `${label} ${show(text)} ${problem}: write this time with its offset, for example 2024-10-27T02:30:00+01:00`,
  ]);
}

/** Returns the parts as RFC 3339, truncated to milliseconds; `undefined` if a part is impossible. */
function writeRfc3339(parts: Parts): string | undefined {
  const { year = '', month = '', day = '', minute = '00', second = '00', fraction = '' } = parts;
  const monthNo = /\d/.test(month) ? month : String(MONTHS.indexOf(month.toLowerCase()) + 1);
  const hour = readHour(parts);
  if (hour === undefined) return undefined;
  const date = `${year.padStart(4, '20')}-${monthNo.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return `${date}T${hour}:${minute}:${second}.${milliseconds}${writeZone(parts.zone ?? 'Z')}`;
}

function readHour({ hour = '00', half }: Parts): string | undefined {
  if (half === undefined) return hour.padStart(2, '0');
  const clock = Number(hour);
  if (clock < 1 || clock > 12) return undefined;
  const isAfternoon = half.toLowerCase() === 'pm';
  return String((clock % 12) + (isAfternoon ? 12 : 0)).padStart(2, '0');
}

function writeZone(zone: string): string {
  return zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}
