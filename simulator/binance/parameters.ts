import { invalidParameterError } from './errors.ts';

/**
 * Returns an optional integer of the query.
 *
 * @throws {BinanceError} -1130 for other text, or a number out of bounds.
 */
export function readInteger(
  params: URLSearchParams,
  name: string,
  bounds: { readonly min: number; readonly max: number },
): number | undefined {
  const text = params.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || value < bounds.min || value > bounds.max) {
    throw invalidParameterError(name);
  }
  return value;
}

/** Bounds of a Unix time in milliseconds. */
export const TIME_BOUNDS = { min: 0, max: Number.MAX_SAFE_INTEGER };
