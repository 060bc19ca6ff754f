import { SelectField } from '../../components/select-field.tsx';
import { FIRST_PAGE, openView, replaceParameters } from '../../state/route.ts';
import type { ViewProps } from '../view.ts';
import type { Listing } from './listing.ts';
import type { ShownPage } from './use-listing.ts';

const LIMITS: readonly number[] = [10, 25, 50, 100, 250, 1000];
const ZONES = [
  ['local', `Local, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
  ['utc', 'UTC'],
] as const;

/** Shows the buttons for the next and previous page, and the choice of rows per page and time zone. */
export function Pager({
  listing: { page, limit, zone },
  shown: { value, next, previous },
  parameters,
}: {
  readonly listing: Listing;
  readonly shown: ShownPage;
  readonly parameters: ViewProps['parameters'];
}) {
  const pageCount = Math.max(value?.pagination.pageCount ?? 0, page + 1);
  const limits = LIMITS.includes(limit) ? LIMITS : [limit, ...LIMITS];
  const open = (target: typeof next): void => {
    if (target !== undefined) openView('transactions', { ...parameters, ...target });
  };
  return (
    <div class="toolbar pager-bar">
      <div class="pager">
        <button
          type="button"
          class="button"
          disabled={previous === undefined}
          onClick={() => open(previous)}
        >
          Previous page
        </button>
        <button
          type="button"
          class="button"
          disabled={value?.nextCursor === null}
          onClick={() => open(next)}
        >
          Next page
        </button>
      </div>
      <p class="count">
        Page {(page + 1).toLocaleString('en')} of {pageCount.toLocaleString('en')}
      </p>
      <div class="pager-choices">
        <SelectField
          label="Rows per page"
          value={String(limit)}
          options={limits.map((count) => [String(count), count.toLocaleString('en')])}
          onChange={(value) => replaceParameters({ ...FIRST_PAGE, limit: value })}
        />
        <SelectField
          label="Time zone"
          value={zone}
          options={ZONES}
          onChange={(value) => replaceParameters({ zone: value === 'utc' ? value : undefined })}
        />
      </div>
    </div>
  );
}
