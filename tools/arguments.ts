/** Returns the integer of an option. @throws {Error} if it is none, or out of range. */
export function readInteger(
  name: string,
  text: string,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return value;
  const limit = maximum === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${maximum}`;
  throw new Error(`${name} ${text}: an integer of ${minimum} ${limit}`);
}
