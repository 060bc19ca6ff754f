/** Converts the bounds of a time range between the reader's text and the exact RFC 3339 time in a request. */
import type { Zone } from './time.ts';

/** Matches a date with an optional time of day and an optional zone. */
const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,20})?)?)?\s?(Z|[+-]\d{2}:\d{2})?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A day: Samoa skipped 30 December 2011. */
const SKIPPED_MINUTES_MAX = 1440;

/**
 * Returns the RFC 3339 time of a text with all its fraction digits; `undefined` if the text is not a time.
 * A date without a time of day means the beginning of the day. A local time that a change of the clock has skipped means the
 * end of the skipped time.
 *
 * @param zone the time zone if the text contains none.
 */
export function parseBound(text: string, zone: Zone): string | undefined {
  const match = FORM.exec(text.trim());
  if (match === null) return undefined;
  const [, date = '', minutes = '00:00', seconds = '00', fraction = '', offset] = match;
  const time = `${date}T${minutes}:${seconds}`;
  // The browser's parser reads 30 February as 1 March.
  const atUtc = new Date(`${time}Z`);
  if (Number.isNaN(atUtc.getTime()) || !atUtc.toISOString().startsWith(time)) return undefined;
  if (offset !== undefined) return time + fraction + offset.toUpperCase();
  if (zone === 'utc') return `${time}${fraction}Z`;
  const existing = findExistingTime(time);
  return existing + (existing === time ? fraction : '') + findOffset(existing);
}

/**
 * Returns an RFC 3339 time in the reader's notation, in a time zone and to the second. Returns the time
 * unchanged if that notation would lose precision, or if {@link parseBound} does not accept it.
 */
export function formatBound(bound: string, zone: Zone): string {
  const timeMs = readBound(bound, zone);
  if (Number.isNaN(timeMs) || bound.includes('.')) return bound;
  const time = toDateTimeInput(timeMs, zone).replace('T', ' ');
  return time.endsWith(':00') ? time.slice(0, -3) : time;
}

/**
 * Returns the time of a bound of the URL in milliseconds; `NaN` for another text. The service reads a date as midnight UTC,
 * in any zone of the reader. `Date.parse` alone reads `5` as 1 May 2001.
 */
export function readBound(bound: string, zone: Zone): number {
  return Date.parse(parseBound(bound, DATE.test(bound) ? 'utc' : zone) ?? '');
}

/** Returns a time in the format of `<input type="datetime-local">`. */
export function toDateTimeInput(timeMs: number, zone: Zone): string {
  const shiftMs = zone === 'utc' ? 0 : new Date(timeMs).getTimezoneOffset() * 60_000;
  return new Date(timeMs - shiftMs).toISOString().slice(0, 19);
}

/** Returns the local time, or the first one after it that exists. */
function findExistingTime(time: string): string {
  if (exists(time)) return time;
  const minuteMs = Date.parse(`${time.slice(0, 16)}Z`);
  for (let minutes = 1; minutes <= SKIPPED_MINUTES_MAX; minutes += 1) {
    const later = new Date(minuteMs + minutes * 60_000).toISOString().slice(0, 19);
    if (exists(later)) return later;
  }
  return time;
}

/** Returns whether the clock of the reader's time zone has shown this time. */
function exists(time: string): boolean {
  const at = new Date(time);
  const shown = [at.getDate(), at.getHours(), at.getMinutes()];
  return [time.slice(8, 10), time.slice(11, 13), time.slice(14, 16)].every(
    (part, index) => Number(part) === shown[index],
  );
}

/** Returns the offset of the reader's time zone at a local time. */
function findOffset(time: string): string {
  const minutes = -new Date(time).getTimezoneOffset();
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((n) => String(n).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}
