/** The report of a run: `bench/results.json`, and the table of `docs/performance.md`. */
import { writeTable } from '../tools/markdown.ts';
import { formatCount } from '../src/cli/format.ts';
import { floorOf, FLOORS, isMet, type Result } from './floors.ts';

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
  const met = results.filter(isMet).length;
  const missed = results.filter(({ measured }) => measured !== null).length - met;
  const rows = Object.keys(FLOORS).flatMap((name) => {
    const own = results.filter((result) => result.name === name);
    return own.length > 0 ? own : [{ name, work: name, measured: null }];
  });
  return [
    `Measured on ${date}: ${machine}, ${pinned ? 'pinned' : 'not pinned'} to cores.`,
    `${met} of ${results.length} measurements meet their floor, ${missed} miss it.`,
    '',
    writeTable(['work', 'floor', 'measured', 'result'], rows.map(describe)),
  ].join('\n');
}

function describe(result: Result): readonly string[] {
  const { name, work, measured } = result;
  const { is, bound, unit } = floorOf(name);
  const isRatio = unit.startsWith('of ');
  const format = (value: number): string => `${formatCount(value)}${isRatio ? '' : ` ${unit}`}`;
  const [value, verdict] =
    measured === null
      ? ['—', 'not measured in this run']
      : [format(measured), isMet(result) ? 'met' : '**missed**'];
  return [isRatio ? `${work}, ${unit}` : work, `${is} ${format(bound)}`, value, verdict];
}
