/** Text for people: durations, counts. */

/** Returns the time since or until an instant, as {@link formatSpan}: `3 min ago`, `in 20 s`. */
export function formatDistance(instantMs: number, nowMs: number): string {
  const span = formatSpan(Math.abs(nowMs - instantMs));
  return instantMs <= nowMs ? `${span} ago` : `in ${span}`;
}

/** Returns a duration in the largest unit of which it has at least two: `90 s`, `3 min`. */
export function formatSpan(spanMs: number): string {
  const seconds = Math.round(spanMs / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** Returns an integer with separators between thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Returns a number of bytes in the largest unit of which it has at least one: `12.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), BYTE_UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${BYTE_UNITS[power]}`;
}
