/** Parses RFC 3339 date-times and dates exactly, and formats instants. */
import { DAY_MS } from './duration.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;
/** A fraction with more than nine digits. */
const LONG_FRACTION = /(\.\d{3})(\d{7,})/;
const MS_PER_MINUTE = 60_000;

/** 9999-12-31T23:59:59.999Z, the last instant that RFC 3339 can express, as Unix time. */
export const TIMESTAMP_MS_MAX = 253_402_300_799_999;

/** Returns an instant (Unix ms) as ISO 8601 in UTC with milliseconds. */
export function formatInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/** Returns an instant as {@link formatInstant}; `null` for `null`. */
export function formatOptionalInstant(instantMs: number | null): string | null {
  return instantMs === null ? null : formatInstant(instantMs);
}

/**
 * Returns the first whole millisecond (Unix time) at or after the instant, or `undefined` if the text is
 * not an instant. For bounds of a query: timestamps are whole milliseconds, so for a finer instant `t`,
 * `timestamp >= t` and `timestamp < t` hold exactly if they hold for its ceiling. The time of a row is read
 * by {@link parseInstantFloor}.
 *
 * Accepted: RFC 3339 date-time with `Z` or an offset and any number of fraction digits, or a date
 * (midnight UTC). A `+` that arrived as a space (form encoding) is read as `+`.
 */
export function parseInstantCeiling(text: string): number | undefined {
  return parseInstant(text.replace(/ (?=\d{2}:\d{2}$)/, '+'), ceilFraction);
}

/** Returns an instant that {@link parseInstantCeiling} reads as the same millisecond, with at most nine fraction digits. */
export function shortenInstant(text: string): string {
  return text.replace(
    LONG_FRACTION,
    (_, milliseconds: string, rest: string) => milliseconds + (/[1-9]/.test(rest) ? '1' : ''),
  );
}

/**
 * Returns the last whole millisecond (Unix time) at or before the instant, for the time of a row; `undefined`
 * if the text is not an instant. Accepts the forms of {@link parseInstantCeiling}, except for the space.
 */
export function parseInstantFloor(text: string): number | undefined {
  return parseInstant(text, floorFraction);
}

function parseInstant(text: string, toMs: (fraction: string) => number): number | undefined {
  if (DATE.test(text)) return parseDate(text);
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, date = '', hour = '', minute = '', second = '', fraction = '', zone = ''] = match;
  const dayMs = parseDate(date);
  const timeMs = parseTime(Number(hour), Number(minute), Number(second));
  const offsetMs = parseOffset(zone);
  if (dayMs === undefined || timeMs === undefined || offsetMs === undefined) return undefined;
  const wholeMs = dayMs + timeMs - offsetMs;
  if (second === '60' && !isLeapSecond(wholeMs)) return undefined;
  // Unix time has no leap second: all of it maps to the first millisecond of the next day.
  return second === '60' ? wholeMs : wholeMs + toMs(fraction);
}

/** Returns midnight UTC of `YYYY-MM-DD`, or `undefined` for a date that does not exist. */
function parseDate(text: string): number | undefined {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}

function parseTime(hour: number, minute: number, second: number): number | undefined {
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  return (hour * 60 + minute) * MS_PER_MINUTE + second * 1000;
}

function parseOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  const magnitudeMs = (hours * 60 + minutes) * MS_PER_MINUTE;
  return zone.startsWith('-') ? -magnitudeMs : magnitudeMs;
}

/** RFC 3339 §5.7: a 60th second occurs only before the first of January or July, UTC. */
function isLeapSecond(endMs: number): boolean {
  const end = new Date(endMs);
  const startsHalfYear = end.getUTCMonth() % 6 === 0 && end.getUTCDate() === 1;
  return endMs % DAY_MS === 0 && startsHalfYear;
}

function ceilFraction(fraction: string): number {
  const milliseconds = floorFraction(fraction);
  return /[1-9]/.test(fraction.slice(3)) ? milliseconds + 1 : milliseconds;
}

function floorFraction(fraction: string): number {
  return Number(fraction.slice(0, 3).padEnd(3, '0'));
}
