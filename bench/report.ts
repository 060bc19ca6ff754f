/** The report of a run: `bench/results.json`, and the table of `docs/performance.md`. */
import { FLOORS, isMet, type Result } from './floors.ts';
import { formatCount } from './figures.ts';

/** The figures of one run. */
export interface Report {
  /** The UTC day. */
  readonly date: string;
  readonly machine: string;
  /** Whether the service and the load ran on cores of their own. */
  readonly pinned: boolean;
  readonly results: readonly Result[];
}

/** Returns the report of a run as a table in Markdown: every floor, in the order of {@link FLOORS}. */
export function writeReport({ date, machine, pinned, results }: Report): string {
  const missed = results.filter((result) => result.measured !== null && !isMet(result)).length;
  const rows = Object.keys(FLOORS).flatMap((name) => {
    const own = results.filter((result) => result.name === name);
    return own.length > 0 ? own.map(writeRow) : [writeRow(unmeasured(name))];
  });
  return [
    `Measured on ${date}: ${machine}, ${pinned ? 'pinned' : 'not pinned'} to cores.`,
    `${results.filter(isMet).length} of ${results.length} measurements meet their floor, ${missed} miss it.`,
    '',
    '| work | floor | measured | |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function unmeasured(name: string): Result {
  return { name, work: name, measured: null, note: '' };
}

function writeRow(result: Result): string {
  const { name, work, measured } = result;
  const { is, bound, unit } = FLOORS[name]!;
  const isRatio = unit.startsWith('of ');
  const title = isRatio ? `${work}, ${unit}` : work;
  const suffix = isRatio ? '' : ` ${unit}`;
  const [value, verdict] =
    measured === null
      ? ['—', 'not measured in this run']
      : [`${formatCount(measured)}${suffix}`, isMet(result) ? 'met' : '**missed**'];
  return `| ${title} | ${is} ${formatCount(bound)}${suffix} | ${value} | ${verdict} |`;
}
