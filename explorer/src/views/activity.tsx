import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

import { AssetField } from '../components/asset-field.tsx';
import { AssetSuggestion } from '../components/asset-suggestion.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { ForeignText } from '../components/foreign-text.tsx';
import { SelectField } from '../components/select-field.tsx';
import { SyncNotices, SyncStatus } from '../components/sync-status.tsx';
import { createClient } from '../state/connections.ts';
import { openView, replaceParameters, writeFragment } from '../state/route.ts';
import { useResource } from '../state/use-resource.ts';
import { ActivityTable, formatCount, sumCounts, TYPE_TITLES } from './activity/activity-table.tsx';
import { ActivityChart } from './activity/chart.tsx';
import {
  findPage,
  listPeriods,
  PAGE_MAX,
  type Period,
  PERIOD_UNITS,
  type PeriodUnit,
} from './activity/periods.ts';
import {
  type Activity,
  COUNTED_TYPES,
  type CountedType,
  readActivity,
} from './activity/read-activity.ts';
import type { ViewProps } from './view.ts';

/** Maximum retries of each request. Only requests that the rate limit refuses are repeated. */
const RETRIES = 3;
const UNIT_OPTIONS = [
  ['month', 'Month'],
  ['quarter', 'Quarter'],
  ['year', 'Year'],
] as const satisfies readonly (readonly [PeriodUnit, string])[];

/** Shows the number of deposits and withdrawals in each month, quarter or year. */
export function ActivityView({ connection, parameters }: ViewProps) {
  const unit = PERIOD_UNITS.find((unit) => unit === parameters['period']) ?? 'month';
  const page = Math.min(Number(/^\d{1,4}$/.exec(parameters['page'] ?? '')?.[0] ?? 0), PAGE_MAX);
  const asset = parameters['asset'];
  const wallet = useMemo(() => createClient(connection, RETRIES), [connection]);
  const newest = listPeriods(unit, Date.now(), page).at(-1)?.since;
  const periods = useMemo(() => listPeriods(unit, Date.now(), page), [unit, page, newest]);
  const { value, error, isLoading, refresh } = useResource<Activity>(
    JSON.stringify([connection.walletId, unit, newest, asset]),
    (options) => readActivity(wallet, { periods, asset }, options),
  );
  return (
    <>
      <header class="view-head">
        <h1>Activity</h1>
        <SyncStatus sync={value?.sync} isLoading={isLoading} onRefresh={refresh} />
      </header>
      <div class="toolbar activity-choices">
        <SelectField
          label="Period"
          value={unit}
          options={UNIT_OPTIONS}
          onChange={(period) => replaceParameters({ period, page: undefined })}
        />
        <AssetField
          value={asset ?? ''}
          onChange={(asset) => replaceParameters({ asset, page: undefined })}
        />
        <Pager page={page} hasEarlier={value?.earlierMs !== undefined} />
      </div>
      {error !== undefined && <FailureNotice error={error} onRetry={refresh} />}
      {value !== undefined && (
        <>
          <SyncNotices sync={value.sync} />
          <ActivityPage activity={value} periods={periods} unit={unit} asset={asset}>
            {asset !== undefined && isEmpty(value) && (
              <AssetSuggestion
                wallet={wallet}
                walletId={connection.walletId}
                asset={asset}
                onChoose={(chosen) => replaceParameters({ asset: chosen })}
              />
            )}
          </ActivityPage>
        </>
      )}
      {value === undefined && error === undefined && <p class="loading">Counting transactions …</p>}
    </>
  );
}

function Pager({ page, hasEarlier }: { readonly page: number; readonly hasEarlier: boolean }) {
  return (
    <div class="pager">
      <button
        type="button"
        class="button"
        disabled={!hasEarlier || page === PAGE_MAX}
        onClick={() => openPage(page + 1)}
      >
        Earlier
      </button>
      <button type="button" class="button" disabled={page === 0} onClick={() => openPage(page - 1)}>
        Later
      </button>
    </div>
  );
}

function openPage(page: number): void {
  replaceParameters({ page: page === 0 ? undefined : String(page) });
}

/** Returns true if there is no deposit or withdrawal in these periods and before them. */
function isEmpty({ counts, earlierMs }: Activity): boolean {
  return COUNTED_TYPES.every((type) => sumCounts(counts, type) === 0) && earlierMs === undefined;
}

interface ActivityPageProps {
  readonly activity: Activity;
  readonly periods: readonly Period[];
  readonly unit: PeriodUnit;
  readonly asset: string | undefined;
  /** What the reader may have meant, if there is no activity. */
  readonly children: ComponentChildren;
}

function ActivityPage({ activity, periods, unit, asset, children }: ActivityPageProps) {
  const { counts, earlierMs } = activity;
  const range = `${periods[0]?.name} to ${periods.at(-1)?.name}`;
  const totals = COUNTED_TYPES.map(
    (type) => `${formatCount(sumCounts(counts, type))} ${TYPE_TITLES[type].toLowerCase()}`,
  ).join(' and ');
  const filtersOf = (type: CountedType, { since, before }: Period) => ({
    asset,
    type,
    since,
    before,
    zone: 'utc',
  });
  return (
    <>
      {sumCounts(counts, 'deposit') + sumCounts(counts, 'withdrawal') === 0 && (
        <NoActivity range={range} unit={unit} earlierMs={earlierMs} />
      )}
      {children}
      <figure
        class="card activity-figure"
        aria-label={`Bar chart per ${unit}, ${range}: ${totals}. The table below has the same numbers.`}
      >
        <figcaption>
          {COUNTED_TYPES.map((type) => (
            <span key={type} class={`activity-key is-${type}`}>
              {TYPE_TITLES[type]}
            </span>
          ))}
          {/* The field with the asset is not printed. */}
          <span class="quiet">
            {range}, UTC
            {asset !== undefined && (
              <>
                , <ForeignText text={asset} />
              </>
            )}
          </span>
        </figcaption>
        <ActivityChart
          periods={periods}
          counts={counts}
          onOpen={(type, period) => openView('transactions', filtersOf(type, period))}
        />
      </figure>
      <ActivityTable
        periods={periods}
        counts={counts}
        linkTo={(type, period) => writeFragment('transactions', filtersOf(type, period))}
      />
    </>
  );
}

/** Shows that the periods are empty, with a button for the newest earlier deposit or withdrawal. */
function NoActivity({
  range,
  unit,
  earlierMs,
}: {
  readonly range: string;
  readonly unit: PeriodUnit;
  readonly earlierMs: number | undefined;
}) {
  return (
    <div class="toolbar">
      <p role="status">There are no deposits and withdrawals from {range}.</p>
      {earlierMs !== undefined && (
        <button
          type="button"
          class="button"
          onClick={() => openPage(findPage(unit, Date.now(), earlierMs))}
        >
          Show the latest
        </button>
      )}
    </div>
  );
}
