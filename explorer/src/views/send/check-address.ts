import { RE2JS, RE2JSException } from 're2js';

/**
 * Result of checking an address against a pattern; `unknown` if the pattern cannot be checked, `unchecked` if the check would
 * take too long.
 */
export type AddressVerdict = 'matches' | 'differs' | 'unknown' | 'unchecked';

/** Maximum length of a pattern. The longest of the service's own has 309 characters. */
const PATTERN_LENGTH_MAX = 1000;
/**
 * Maximum steps for one address and all patterns. The 156 patterns of the service need 4,000,000 for an address of 300
 * characters. The worst patterns take half a microsecond for each step.
 */
const STEPS_MAX = 5_000_000;

/**
 * Returns a function that checks an address against patterns. The whole address must match, even if the
 * pattern has no anchors; otherwise such a pattern would accept any text that contains an address.
 *
 * The patterns are untrusted texts of exchanges. The browser's `RegExp` may take exponential time for them;
 * RE2 takes a step for each instruction of the pattern and character of the address at most. The result is `unknown` if
 * RE2 does not support a pattern, and `unchecked` if the steps are used up.
 */
export function createAddressCheck(address: string): (pattern: string) => AddressVerdict {
  const verdicts = new Map<string, AddressVerdict>();
  let steps = 0;
  const check = (pattern: string): AddressVerdict => {
    const expression = compile(pattern);
    // A pattern that is refused is counted too, because reading it takes time.
    steps += (expression?.programSize() ?? pattern.length) * (address.length + 1);
    if (expression === undefined) return 'unknown';
    if (steps > STEPS_MAX) return 'unchecked';
    return expression.testExact(address) ? 'matches' : 'differs';
  };
  return (pattern) => {
    const verdict = verdicts.get(pattern) ?? (steps > STEPS_MAX ? 'unchecked' : check(pattern));
    verdicts.set(pattern, verdict);
    return verdict;
  };
}

/** Patterns that were compiled; `undefined` if RE2 does not support one. Compiling takes longer than a check. */
const compiled = new Map<string, RE2JS | undefined>();
const COMPILED_MAX = 1000;

function compile(pattern: string): RE2JS | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  if (compiled.size >= COMPILED_MAX) compiled.clear();
  const expression = compileNew(pattern);
  compiled.set(pattern, expression);
  return expression;
}

function compileNew(pattern: string): RE2JS | undefined {
  if (pattern.length > PATTERN_LENGTH_MAX) return undefined;
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
