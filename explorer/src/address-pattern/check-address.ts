import { acceptsWhole, type Automaton, buildAutomaton, STATES_MAX } from './automaton.ts';
import { parsePattern, UnsupportedPatternError } from './parse-pattern.ts';

/** Whether an address has the form that a pattern describes; `unknown` if that cannot be checked. */
export type AddressVerdict = 'matches' | 'differs' | 'unknown';

/** Steps of automata for one address, all its patterns together: some tenths of a second. */
const STEPS_MAX = 10_000_000;

/**
 * Returns a function that checks an address against patterns. The whole address must match, anchored or
 * not: a pattern without anchors would accept any text that contains an address.
 *
 * The patterns are texts of exchanges, so the browser's `RegExp`, which may take exponential time, never
 * runs them. A pattern that is not supported gives `unknown`, as do all further patterns once those
 * before have used up the steps.
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
