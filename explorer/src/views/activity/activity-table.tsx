import type { Period } from './periods.ts';
import { COUNTED_TYPES, type Counts, type CountedType } from './read-activity.ts';

/** Headings of the columns and names in the chart's legend. */
export const TYPE_TITLES: Readonly<Record<CountedType, string>> = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
};

/** The properties of {@link ActivityTable}. */
export interface ActivityTableProps {
  readonly periods: readonly Period[];
  readonly counts: readonly Counts[];
  /** Returns the URL of the transactions of a cell. */
  readonly linkTo: (type: CountedType, period: Period) => string;
}

/** Shows the counts of each period, newest first, with links to the transactions. */
export function ActivityTable({ periods, counts, linkTo }: ActivityTableProps) {
  const rows = periods.map((period, index) => ({ period, count: counts[index] })).toReversed();
  return (
    <div class="card">
      <table class="table activity-table" aria-label="Transactions by period">
        <thead>
          <tr>
            <th scope="col">Period</th>
            {COUNTED_TYPES.map((type) => (
              <th key={type} scope="col" class="is-number">
                {TYPE_TITLES[type]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ period, count }) => (
            <tr key={period.since}>
              <th scope="row">{period.name}</th>
              {COUNTED_TYPES.map((type) => (
                <td key={type} class="is-number">
                  <CountCell count={count?.[type] ?? 0} href={linkTo(type, period)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {COUNTED_TYPES.map((type) => (
              <td key={type} class="is-number">
                {formatCount(sumCounts(counts, type))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function CountCell({ count, href }: { readonly count: number; readonly href: string }) {
  return count === 0 ? <span class="quiet">0</span> : <a href={href}>{formatCount(count)}</a>;
}

/** Returns the count of all periods together. */
export function sumCounts(counts: readonly Counts[], type: CountedType): number {
  return counts.reduce((sum, count) => sum + count[type], 0);
}

/** Returns a count with separators between thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
