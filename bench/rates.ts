/** Servers under load, in turn and in rounds, so that what disturbs the machine disturbs all. */
import type { LoadOutcome, LoadPlan, LoadResult } from './load.ts';
import { makeRatio, type Measurement, notMeasured, round, type Target } from './measurement.ts';
import { LOAD_CORE, readAnswer, startScript } from './processes.ts';

/** What is asked, and what the answer is compared with. */
export interface Subject {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly connections?: number;
  readonly pages?: LoadPlan['pages'];
  /** The name of another subject of the same rounds. */
  readonly against?: string;
  readonly target?: Target;
}

const CONNECTIONS = 16;
const WARM_UP_MS = 300;
const DURATION_MS = 1000;

/** Loads servers once, all at the same time. */
export async function runLoads(
  loads: readonly { readonly subject: Subject; readonly durationMs: number }[],
): Promise<LoadOutcome[]> {
  const plans = loads.map(({ subject, durationMs }): LoadPlan => ({
    url: subject.url,
    headers: subject.headers ?? {},
    status: subject.status ?? 200,
    connections: subject.connections ?? CONNECTIONS,
    ...(subject.pages === undefined ? {} : { pages: subject.pages }),
    warmUpMs: WARM_UP_MS,
    durationMs,
  }));
  return readAnswer(startScript('load.ts', [JSON.stringify(plans)], { core: LOAD_CORE }));
}

/** Loads every server in turn, `rounds` times; of each the best counts. */
export async function measureRates(
  subjects: readonly Subject[],
  rounds: number,
): Promise<Measurement[]> {
  const outcomes = new Map<string, LoadOutcome>();
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) {
      const known = outcomes.get(subject.name);
      if (known !== undefined && 'failure' in known) continue;
      const [outcome] = await runLoads([{ subject, durationMs: DURATION_MS }]);
      outcomes.set(subject.name, chooseBetter(known, outcome!));
    }
  }
  return subjects.map((subject) => describeRate(subject, outcomes));
}

function chooseBetter(known: LoadResult | undefined, found: LoadOutcome): LoadOutcome {
  if (known === undefined || 'failure' in found) return found;
  return found.requestsPerSecond > known.requestsPerSecond ? found : known;
}

function describeRate(subject: Subject, outcomes: ReadonlyMap<string, LoadOutcome>): Measurement {
  const { name, against, target } = subject;
  const rate = describeOutcome(name, outcomes.get(name)!);
  const limit = against === undefined ? undefined : outcomes.get(against);
  if (rate.value === null || limit === undefined || 'failure' in limit) return rate;
  const ratio = round(rate.value / limit.requestsPerSecond);
  return { ...rate, ratio, against: against!, ...(target === undefined ? {} : { target }) };
}

/** What came of a load as a line of the result. */
export function describeOutcome(name: string, outcome: LoadOutcome): Measurement {
  if ('failure' in outcome) return notMeasured(name, outcome.failure);
  const { requestsPerSecond, latencyP99Ms } = outcome;
  return { name, value: round(requestsPerSecond), unit: 'requests/s', p99Ms: round(latencyP99Ms) };
}

/** Two rates that were measured in the same rounds, by their names. */
export interface Comparison {
  readonly title: string;
  readonly of: string;
  readonly against: string;
  readonly target: Target | undefined;
}

/** The ratio of two rates. */
export function makeComparison(rates: readonly Measurement[], comparison: Comparison): Measurement {
  const { title, of, against, target } = comparison;
  const [rate, limit] = [of, against].map((name) => rates.find((each) => each.name === name));
  return makeRatio(title, (rate?.value ?? NaN) / (limit?.value ?? NaN), target);
}
