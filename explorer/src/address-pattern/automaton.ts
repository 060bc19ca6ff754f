import { type CharacterSet, type Expression, UnsupportedPatternError } from './parse-pattern.ts';

type State =
  | { readonly kind: 'character'; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: 'fork'; readonly targets: number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'accept' };

/** A nondeterministic finite automaton (Thompson's construction). */
export interface Automaton {
  readonly states: readonly State[];
  readonly first: number;
}

/** Maximum states of an automaton. The longest pattern of the project's own chains needs 500. */
export const STATES_MAX = 5000;
const ACCEPT = 0;

/**
 * Returns the automaton of an expression.
 *
 * @throws {UnsupportedPatternError} if it is larger than {@link STATES_MAX}.
 */
export function buildAutomaton(expression: Expression): Automaton {
  const builder = new AutomatonBuilder();
  const first = builder.build(expression, ACCEPT);
  return { states: builder.states, first };
}

class AutomatonBuilder {
  readonly states: State[] = [{ kind: 'accept' }];
  #visits = 0;

  /** Adds the states of an expression that continues at `next`, and returns the first of them. */
  build(expression: Expression, next: number): number {
    // Expressions without states are counted too, because repeating them takes as long.
    this.#visits += 1;
    if (this.#visits > STATES_MAX) throw new UnsupportedPatternError('too large');
    switch (expression.kind) {
      case 'characters': {
        return this.#add({ kind: 'character', set: expression.set, next });
      }
      case 'start':
      case 'end': {
        return this.#add({ kind: expression.kind, next });
      }
      case 'sequence': {
        return expression.parts.reduceRight((after, part) => this.build(part, after), next);
      }
      case 'choice': {
        const targets = expression.parts.map((part) => this.build(part, next));
        return this.#add({ kind: 'fork', targets });
      }
      case 'repetition': {
        return this.#buildRepetition(expression, next);
      }
    }
  }

  #buildRepetition(
    { part, minimum, maximum }: Extract<Expression, { kind: 'repetition' }>,
    next: number,
  ): number {
    let first = next;
    if (maximum === Infinity) {
      const targets = [next];
      first = this.#add({ kind: 'fork', targets });
      targets.push(this.build(part, first));
    } else {
      for (let count = minimum; count < maximum; count += 1) {
        first = this.#add({ kind: 'fork', targets: [next, this.build(part, first)] });
      }
    }
    for (let count = 0; count < minimum; count += 1) first = this.build(part, first);
    return first;
  }

  #add(state: State): number {
    return this.states.push(state) - 1;
  }
}

/**
 * Returns true if the automaton accepts the whole text. Takes at most one step for each state and
 * character, because it follows all states that a prefix can reach in parallel.
 */
export function acceptsWhole(automaton: Automaton, text: string): boolean {
  const { states, first } = automaton;
  let reached = followEmptySteps(automaton, [first], { isStart: true, isEnd: text === '' });
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    const entered: number[] = [];
    for (const index of reached) {
      const state = states[index];
      if (state?.kind === 'character' && state.set[code] === 1) entered.push(state.next);
    }
    const isEnd = position === text.length - 1;
    reached = followEmptySteps(automaton, entered, { isStart: false, isEnd });
  }
  return reached.has(ACCEPT);
}

/** Returns the states that can be reached without reading a character. */
function followEmptySteps(
  { states }: Automaton,
  entered: readonly number[],
  { isStart, isEnd }: { readonly isStart: boolean; readonly isEnd: boolean },
): ReadonlySet<number> {
  const reached = new Set(entered);
  // Iteration over a set includes members that are added meanwhile.
  for (const index of reached) {
    const state = states[index];
    if (state?.kind === 'fork') for (const target of state.targets) reached.add(target);
    if (state?.kind === 'start' && isStart) reached.add(state.next);
    if (state?.kind === 'end' && isEnd) reached.add(state.next);
  }
  return reached;
}
