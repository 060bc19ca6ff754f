import { InvalidArgumentError } from 'commander';

/** Returns a parser of the integer of an option. */
export function integerFrom(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= minimum) return value;
    throw new InvalidArgumentError(`It must be an integer of ${minimum} or more.`);
  };
}
