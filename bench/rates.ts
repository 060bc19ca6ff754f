/** Measures servers under load in alternating rounds, so that a disturbance of the machine affects all of them. */
import type { ChildProcess } from 'node:child_process';

import type { LoadOutcome, LoadPlan } from './load.ts';
import { makeRatio, type Measurement, notMeasured, round, type Target } from './measurement.ts';
import { LOAD_CORE, makeCommand, processorSeconds, readAnswer, startProcess } from './processes.ts';

/** A server and request to measure, and its baseline. */
export interface Subject {
  readonly name: string;
  readonly url: string;
  /** The process of the server, for its processor time. */
  readonly process: ChildProcess;
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 by default; `null` for any. */
  readonly status?: number | null;
  readonly connections?: number;
  readonly pages?: LoadPlan['pages'];
  /** The name of the baseline, measured in the same rounds. */
  readonly against?: string;
  readonly target?: Target;
}

const CONNECTIONS = 16;
const WARM_UP_MS = 300;
const DURATION_MS = 1000;

/** Loads servers once, concurrently. A plan without a duration runs as long as the others. */
export async function runLoads(
  loads: readonly { readonly subject: Subject; readonly durationMs?: number }[],
): Promise<LoadOutcome[]> {
  const plans = loads.map(({ subject, durationMs }): LoadPlan => ({
    url: subject.url,
    headers: subject.headers ?? {},
    status: subject.status === undefined ? 200 : subject.status,
    connections: subject.connections ?? CONNECTIONS,
    ...(subject.pages === undefined ? {} : { pages: subject.pages }),
    warmUpMs: WARM_UP_MS,
    durationMs,
  }));
  const command = makeCommand('load.ts', [JSON.stringify(plans)]);
  return readAnswer(startProcess(command, { core: LOAD_CORE }));
}

/**
 * Loads every server in turn, `rounds` times, every other round in reverse order; the best round of each counts.
 */
export async function measureRates(
  subjects: readonly Subject[],
  rounds: number,
): Promise<Measurement[]> {
  const best = new Map<string, Measurement>();
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const known = best.get(subject.name);
      if (known === undefined || known.value !== null) {
        best.set(subject.name, chooseBetter(known, await measureRate(subject)));
      }
    }
  }
  return subjects.map((subject) => compareRate(subject, best));
}

async function measureRate(subject: Subject): Promise<Measurement> {
  const startSeconds = processorSeconds(subject.process);
  const [outcome] = await runLoads([{ subject, durationMs: DURATION_MS }]);
  const measured = describeOutcome(subject.name, outcome!);
  const endSeconds = processorSeconds(subject.process);
  if ('failure' in outcome! || startSeconds === undefined || endSeconds === undefined) {
    return measured;
  }
  const seconds = endSeconds - startSeconds;
  return { ...measured, processorMicroseconds: round((seconds * 1e6) / outcome!.answers) };
}

/** Returns the higher rate and the lower processor time; if a round fails, the failure. */
function chooseBetter(known: Measurement | undefined, found: Measurement): Measurement {
  if (known === undefined || found.value === null) return found;
  const better = found.value > known.value! ? found : known;
  if (better.processorMicroseconds === undefined) return better;
  const processorMicroseconds = Math.min(
    known.processorMicroseconds!,
    found.processorMicroseconds!,
  );
  return { ...better, processorMicroseconds };
}

function compareRate(
  { name, against, target }: Subject,
  rates: ReadonlyMap<string, Measurement>,
): Measurement {
  const rate = rates.get(name)!;
  const baseline = against === undefined ? undefined : rates.get(against);
  if (rate.value === null || typeof baseline?.value !== 'number') return rate;
  const compared = { against: against!, ratio: round(rate.value / baseline.value) };
  const targeted = target === undefined ? {} : { target };
  return { ...rate, ...compared, ...compareProcessor(rate, baseline), ...targeted };
}

function compareProcessor(
  { processorMicroseconds: own }: Measurement,
  { processorMicroseconds: others }: Measurement,
): Pick<Measurement, 'processorRatio'> {
  return own === undefined || others === undefined ? {} : { processorRatio: round(others / own) };
}

/** Returns the result of a load as a line. */
export function describeOutcome(name: string, outcome: LoadOutcome): Measurement {
  if ('failure' in outcome) return notMeasured(name, outcome.failure);
  const { requestsPerSecond, latencyP99Ms } = outcome;
  return { name, value: round(requestsPerSecond), unit: 'requests/s', p99Ms: round(latencyP99Ms) };
}

/** Two rates of the same rounds, by name. */
export interface Comparison {
  readonly title: string;
  readonly of: string;
  readonly against: string;
  readonly target: Target | undefined;
}

/** Returns the ratio of two rates. */
export function makeComparison(rates: readonly Measurement[], comparison: Comparison): Measurement {
  const { title, of, against, target } = comparison;
  const [rate, baseline] = [of, against].map((name) => rates.find((each) => each.name === name));
  if (typeof rate?.value !== 'number' || typeof baseline?.value !== 'number') {
    return notMeasured(title, 'one of the two rates was not measured');
  }
  const ratio = makeRatio(title, rate.value / baseline.value, target);
  return { ...ratio, ...compareProcessor(rate, baseline) };
}
