import { acceptsWhole, type Automaton, buildAutomaton, STATES_MAX } from './automaton.ts';
import { parsePattern, UnsupportedPatternError } from './parse-pattern.ts';

/** Result of checking an address against a pattern; `unknown` if the pattern cannot be checked. */
export type AddressVerdict = 'matches' | 'differs' | 'unknown';

/** Maximum automaton steps for one address and all patterns. They take some tenths of a second. */
const STEPS_MAX = 10_000_000;

/**
 * Returns a function that checks an address against patterns. The whole address must match, even if the
 * pattern has no anchors; otherwise such a pattern would accept any text that contains an address.
 *
 * The patterns are untrusted texts of exchanges. The browser's `RegExp` may take exponential time for them
 * and is not used. The result is `unknown` if a pattern is not supported, or if the steps are used up.
 */
export function createAddressCheck(address: string): (pattern: string) => AddressVerdict {
  const verdicts = new Map<string, AddressVerdict>();
  let steps = 0;
  const check = (pattern: string): AddressVerdict => {
    const automaton = compile(pattern);
    steps += (automaton?.states.length ?? STATES_MAX) * (address.length + 1);
    if (automaton === undefined || steps > STEPS_MAX) return 'unknown';
    return acceptsWhole(automaton, address) ? 'matches' : 'differs';
  };
  return (pattern) => {
    const verdict = verdicts.get(pattern) ?? (steps > STEPS_MAX ? 'unknown' : check(pattern));
    verdicts.set(pattern, verdict);
    return verdict;
  };
}

function compile(pattern: string): Automaton | undefined {
  try {
    return buildAutomaton(parsePattern(pattern));
  } catch (error) {
    if (error instanceof UnsupportedPatternError) return undefined;
    throw error;
  }
}
