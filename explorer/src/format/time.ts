/** Times for people. */

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns how long ago a time is, in its largest unit: `3 minutes ago`; `just now` under a minute. */
export function formatAge(timeMs: number, nowMs: number): string {
  const ageMs = nowMs - timeMs;
  for (const [unit, unitMs] of UNITS) {
    // The time zone of the two clocks is the same, but a clock may be some seconds ahead.
    if (ageMs >= unitMs) return RELATIVE.format(-Math.floor(ageMs / unitMs), unit);
  }
  return 'just now';
}

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** Returns a time in the reader's time zone: `1 Jun 2024, 14:00:00 CEST`. */
export function formatTime(timeMs: number): string {
  return FORMAT.format(timeMs);
}
