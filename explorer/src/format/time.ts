/** Formats times for people. */

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns the age of a time in the largest unit: `3 minutes ago`; `just now` if under a minute. */
export function formatAge(timeMs: number, nowMs: number): string {
  const ageMs = nowMs - timeMs;
  for (const [unit, unitMs] of UNITS) {
    // The service's clock may be some seconds ahead. The age is then negative, and the result is `just now`.
    if (ageMs >= unitMs) return RELATIVE.format(-Math.floor(ageMs / unitMs), unit);
  }
  return 'just now';
}

/** The time zone in which times are shown and read. */
export type Zone = 'local' | 'utc';

const DATE = createFormats({ year: 'numeric', month: 'short', day: 'numeric' });
const CLOCK = createFormats({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const WEEKDAY = createFormats({ weekday: 'long' });

/** Returns a time in the reader's time zone or in UTC: `1 Jun 2024, 14:00:00 CEST`. */
export function formatTime(timeMs: number, zone: Zone = 'local'): string {
  return `${formatDate(timeMs, zone)}, ${formatClock(timeMs, zone)}`;
}

/** Returns the date of a time: `1 Jun 2024`. */
export function formatDate(timeMs: number, zone: Zone): string {
  return DATE[zone].format(timeMs);
}

/** Returns the time of day with its zone: `14:00:00 CEST`. */
export function formatClock(timeMs: number, zone: Zone): string {
  return CLOCK[zone].format(timeMs);
}

/** Returns the day of a time as a heading: `Saturday, 1 Jun 2024`. */
export function formatDay(timeMs: number, zone: Zone): string {
  return `${WEEKDAY[zone].format(timeMs)}, ${formatDate(timeMs, zone)}`;
}

function createFormats(
  options: Intl.DateTimeFormatOptions,
): Readonly<Record<Zone, Intl.DateTimeFormat>> {
  return {
    local: new Intl.DateTimeFormat('en-GB', options),
    utc: new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }),
  };
}
