const HEX = '0123456789abcdef';

/**
 * Deterministic pseudo-random numbers: sfc32 (Chris Doty-Humphrey's small fast counter generator, PractRand),
 * seeded from text by FNV-1a. The same seed generates the same numbers on any machine.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string | number) {
    const text = String(seed);
    this.#a = hashText(`${text}#a`);
    this.#b = hashText(`${text}#b`);
    this.#c = hashText(`${text}#c`);
    // The first outputs of sfc32 still resemble the seed.
    for (let round = 0; round < 15; round++) this.next();
  }

  /** Returns the next 32-bit unsigned integer. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** Returns a number in [0, 1). */
  fraction(): number {
    return this.next() / 4_294_967_296;
  }

  /** Returns an integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** Returns true with this probability in percent. */
  percent(chance: number): boolean {
    return this.fraction() * 100 < chance;
  }

  /** Returns an element of a list. @throws {RangeError} if the list is empty. */
  pick<T>(list: readonly T[]): T {
    const element = list[this.integer(0, list.length - 1)];
    if (element === undefined) throw new RangeError('cannot pick from an empty list');
    return element;
  }

  /** Returns a text of `length` characters of an alphabet. */
  text(alphabet: string, length: number): string {
    let result = '';
    for (let index = 0; index < length; index++) {
      result += alphabet.charAt(this.integer(0, alphabet.length - 1));
    }
    return result;
  }

  /** Returns lower-case hexadecimal digits. */
  hex(length: number): string {
    return this.text(HEX, length);
  }

  /** Returns decimal digits; the first one is not zero. */
  digits(length: number): string {
    return this.text('123456789', 1) + this.text('0123456789', length - 1);
  }

  /** Returns a shuffled copy (elements are sorted by random keys). */
  shuffle<T>(list: readonly T[]): T[] {
    const keyed = list.map((element) => ({ element, key: this.next() }));
    keyed.sort((left, right) => left.key - right.key);
    return keyed.map(({ element }) => element);
  }
}

/** Returns a 32-bit FNV-1a hash of a text, as an unsigned integer. */
export function hashText(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return hash >>> 0;
}
