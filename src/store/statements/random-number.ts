import { randomBytes } from 'node:crypto';

const RANDOM_BITS_DROPPED = 12n;

/** Returns a random number of 52 bits, which a JavaScript number holds exactly: a revision, or the token of a claim. */
export function randomNumber(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> RANDOM_BITS_DROPPED);
}
