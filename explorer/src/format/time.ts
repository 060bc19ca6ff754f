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

const FORMAT_OPTIONS = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;

const FORMATS: Readonly<Record<Zone, Intl.DateTimeFormat>> = {
  local: new Intl.DateTimeFormat('en-GB', FORMAT_OPTIONS),
  utc: new Intl.DateTimeFormat('en-GB', { ...FORMAT_OPTIONS, timeZone: 'UTC' }),
};

/** Returns a time in the reader's time zone or in UTC: `1 Jun 2024, 14:00:00 CEST`. */
export function formatTime(timeMs: number, zone: Zone = 'local'): string {
  return FORMATS[zone].format(timeMs);
}
