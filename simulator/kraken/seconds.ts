import { KrakenError } from './errors.ts';

/** Ticks (tenths of a millisecond) in a second: Kraken writes its times with four decimals. */
export const TICKS_PER_SECOND = 10_000;

/** Returns seconds as Kraken writes them: `1688464484.1787`. */
export function writeTicks(ticks: number): string {
  const seconds = Math.floor(ticks / TICKS_PER_SECOND);
  return `${seconds}.${String(ticks % TICKS_PER_SECOND).padStart(4, '0')}`;
}

/** Returns true if a text is a time in seconds, not a record's identifier. */
export function isSeconds(text: string): boolean {
  return /^\d{1,11}(\.\d*)?$/.test(text);
}

/**
 * Returns decimal seconds as ticks, without finer digits.
 *
 * @throws {KrakenError} EGeneral:Invalid arguments for other text.
 */
export function readTicks(text: string): number {
  if (!isSeconds(text)) throw new KrakenError('EGeneral:Invalid arguments');
  const [seconds = '0', fraction = ''] = text.split('.');
  return Number(seconds) * TICKS_PER_SECOND + Number(fraction.padEnd(4, '0').slice(0, 4));
}
