import { InvalidArgumentError } from 'commander';

/** Returns a parser of the integer of an option. */
export function integerFrom(
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  const limit = maximum === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${maximum}`;
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be an integer of ${minimum} ${limit}.`);
  };
}
