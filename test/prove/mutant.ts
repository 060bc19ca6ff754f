/** A patch that removes one guard of the program, to prove that a test fails without it. */
export interface Mutant {
  /** What the patched program does wrong, as a sentence without its end. */
  readonly does: string;
  /** The patched file, from the root of the project. */
  readonly file: string;
  /** A text that occurs exactly once in the file. */
  readonly replace: string;
  /** The new text; it may be empty. */
  readonly by: string;
  /** The test files of which one has to fail, from the root of the project. */
  readonly tests: readonly string[];
}

/** Returns the patched text. @throws {Error} if the text to replace does not occur exactly once. */
export function applyMutant({ file, replace, by }: Mutant, text: string): string {
  const parts = text.split(replace);
  if (parts.length === 2) return parts.join(by);
  throw new Error(
    `${file} contains the text of a mutant ${parts.length - 1} times instead of once: ${replace}`,
  );
}
