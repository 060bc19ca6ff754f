/** A set of ASCII characters: 1 at the code of each character in the set. */
export type CharacterSet = Uint8Array;

/** A regular expression as a tree. */
export type Expression =
  | { readonly kind: 'characters'; readonly set: CharacterSet }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Expression[] }
  | {
      readonly kind: 'repetition';
      readonly part: Expression;
      readonly minimum: number;
      /** `Infinity` if there is no maximum. */
      readonly maximum: number;
    };

/** The pattern uses syntax outside the subset, or is too large. */
export class UnsupportedPatternError extends Error {
  override readonly name = 'UnsupportedPatternError';
}

/** Maximum length of a pattern, which is the maximum that the service accepts from an exchange. */
const PATTERN_LENGTH_MAX = 1000;
const ASCII_SIZE = 128;
const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGIT_SET = createSet(DIGITS);
const WORD_SET = createSet(`${DIGITS}${LETTERS}_`);
const ALPHANUMERIC_SET = createSet(`${DIGITS}${LETTERS}`);
const ANY_SET = invertSet(createSet('\r\n'));
/** Matches the bounds of a repetition at the beginning of a text: `{32}`, `{25,34}` or `{6,}`. */
const BOUNDS = /^\{(\d{1,4})(,(\d{0,4}))?\}/;

/**
 * Parses the subset of regular expressions that address patterns use and that has the same meaning in
 * JavaScript and RE2: ASCII literals, classes, `.`, `\d`, `\w`, escaped punctuation, `^`, `$`, groups, alternatives and
 * repetitions. Lookaround, backreferences, flags and forms with different meanings are rejected.
 *
 * @throws {UnsupportedPatternError}
 */
export function parsePattern(pattern: string): Expression {
  if (pattern.length > PATTERN_LENGTH_MAX) throw new UnsupportedPatternError('too long');
  return new PatternParser(pattern).parse();
}

class PatternParser {
  readonly #pattern: string;
  #position = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): Expression {
    const expression = this.#parseChoice();
    if (this.#next() !== undefined) this.#refuse();
    return expression;
  }

  #parseChoice(): Expression {
    const parts = [this.#parseSequence()];
    while (this.#take('|')) parts.push(this.#parseSequence());
    return { kind: 'choice', parts };
  }

  #parseSequence(): Expression {
    const parts: Expression[] = [];
    for (let next = this.#next(); next !== undefined && !'|)'.includes(next); next = this.#next()) {
      parts.push(this.#parseRepetition());
    }
    return { kind: 'sequence', parts };
  }

  #parseRepetition(): Expression {
    const part = this.#parsePart();
    const bounds = this.#parseBounds();
    if (bounds === undefined) return part;
    if (part.kind === 'start' || part.kind === 'end') this.#refuse();
    // A lazy repetition matches the same whole texts as a greedy one.
    this.#take('?');
    return { kind: 'repetition', part, ...bounds };
  }

  #parseBounds(): { minimum: number; maximum: number } | undefined {
    if (this.#take('*')) return { minimum: 0, maximum: Infinity };
    if (this.#take('+')) return { minimum: 1, maximum: Infinity };
    if (this.#take('?')) return { minimum: 0, maximum: 1 };
    const match = BOUNDS.exec(this.#pattern.slice(this.#position));
    if (match === null) return undefined;
    const [text, first, comma, last] = match;
    this.#position += text.length;
    const minimum = Number(first);
    const maximum = comma === undefined ? minimum : Number(last || Infinity);
    if (maximum < minimum) this.#refuse();
    return { minimum, maximum };
  }

  #parsePart(): Expression {
    if (this.#take('(')) return this.#parseGroup();
    if (this.#take('[')) return { kind: 'characters', set: this.#parseClass() };
    if (this.#take('.')) return { kind: 'characters', set: ANY_SET };
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if ('*+?{}]'.includes(this.#next() ?? '')) this.#refuse();
    const character = this.#parseCharacter();
    return {
      kind: 'characters',
      set: typeof character === 'number' ? createSet(String.fromCharCode(character)) : character,
    };
  }

  #parseGroup(): Expression {
    if (this.#take('?') && !this.#take(':')) this.#refuse();
    const expression = this.#parseChoice();
    if (!this.#take(')')) this.#refuse();
    return expression;
  }

  /** Parses a class after its bracket. */
  #parseClass(): CharacterSet {
    const isInverted = this.#take('^');
    // JavaScript reads this as an empty class, RE2 as a bracket.
    if (this.#next() === ']') this.#refuse();
    const set: CharacterSet = new Uint8Array(ASCII_SIZE);
    while (!this.#take(']')) this.#parseClassPart(set);
    return isInverted ? invertSet(set) : set;
  }

  /** Parses a character, a range or an escaped set, and adds it to the set. */
  #parseClassPart(set: CharacterSet): void {
    // RE2 reads `[[:alpha:]]` as a named class.
    if (this.#pattern.startsWith('[:', this.#position)) this.#refuse();
    const first = this.#parseCharacter();
    const isRange = this.#next() === '-' && this.#pattern[this.#position + 1] !== ']';
    if (typeof first !== 'number') {
      // JavaScript and RE2 read a hyphen after a set differently.
      if (isRange) this.#refuse();
      for (const [code, isContained] of first.entries()) set[code] ||= isContained;
      return;
    }
    if (isRange) this.#position += 1;
    const last = isRange ? this.#parseCharacter() : first;
    if (typeof last !== 'number' || last < first) this.#refuse();
    set.fill(1, first, last + 1);
  }

  /** Parses a character, escaped or not, and returns its code, or the set of `\d` or `\w`. */
  #parseCharacter(): number | CharacterSet {
    if (this.#take('\\')) {
      if (this.#take('d')) return DIGIT_SET;
      if (this.#take('w')) return WORD_SET;
      // An escaped letter or digit has a special meaning.
      if (ALPHANUMERIC_SET[this.#pattern.charCodeAt(this.#position)] === 1) this.#refuse();
    }
    const code = this.#pattern.charCodeAt(this.#position);
    if (!(code < ASCII_SIZE)) this.#refuse();
    this.#position += 1;
    return code;
  }

  #next(): string | undefined {
    return this.#pattern[this.#position];
  }

  #take(character: string): boolean {
    const isNext = this.#next() === character;
    if (isNext) this.#position += 1;
    return isNext;
  }

  #refuse(): never {
    throw new UnsupportedPatternError(`unsupported at ${this.#position}`);
  }
}

function createSet(characters: string): CharacterSet {
  const set = new Uint8Array(ASCII_SIZE);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

function invertSet(set: CharacterSet): CharacterSet {
  return set.map((isContained) => 1 - isContained);
}
