import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** The duration of a file or a test in milliseconds. */
interface Timed {
  readonly name: string;
  readonly durationMs: number;
}

/** Lists the slowest files and tests at the end of a run of many files. */
export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const files = modules.map((module) => ({
      name: module.relativeModuleId,
      durationMs: module.diagnostic().duration,
    }));
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId} > ${test.fullName}`,
        durationMs: test.diagnostic()?.duration ?? 0,
      })),
    );
    process.stdout.write(`\n${formatSlowest('files', files)}\n${formatSlowest('tests', tests)}`);
  }
}

/** Returns a line for each of the slowest, with its duration in seconds. */
function formatSlowest(kind: string, timed: readonly Timed[]): string {
  const slowest = timed.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SHOWN);
  const lines = slowest.map(
    ({ name, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(6)} s  ${name}\n`,
  );
  return `The slowest ${kind}:\n${lines.join('')}`;
}
