import type { BinanceTruthRow, RoutedTruthRow } from '../truth.ts';
import { RequestRefused } from './description.ts';

/**
 * Returns an integer parameter of a request; `undefined` if it is missing.
 *
 * @throws {RequestRefused} `invalid-parameter` for other text.
 */
export function readNumber(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,16}$/.test(text)) throw new RequestRefused('invalid-parameter');
  return Number(text);
}

/** Returns the time of a record, in the exchange's form; none, or a text that is no time, if it is malformed. */
export function writeTime<Time>(
  { wire }: BinanceTruthRow | RoutedTruthRow,
  time: Time,
): Time | string | undefined {
  if (wire.malformation === 'missing-time') return undefined;
  return wire.malformation === 'garbage-time' ? 'yesterday' : time;
}
