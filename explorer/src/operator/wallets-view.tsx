import { useContext } from 'preact/hooks';

import type { ManagedWallet, ManagementPage, SyncState } from '../../../client/src/index.ts';
import { DelayedTextField } from '../components/delayed-text-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { RefreshButton } from '../components/refresh-button.tsx';
import { replaceParameters } from '../state/route.ts';
import { useResource } from '../state/use-resource.ts';
import { CursorPager } from './cursor-pager.tsx';
import { DirectoryContext } from './directory.ts';
import { ManagementFailure } from './management-failure.tsx';
import type { OperatorViewProps } from './operator-view.ts';
import { WalletTable } from './wallet-table.tsx';
import { WALLET_STATES } from './wallet-states.ts';

/** Wallets per page. */
const LIMIT = 50;
const STATE_OPTIONS = [
  ['', 'All'],
  ...Object.entries(WALLET_STATES).map(([state, { title }]) => [state, title] as const),
] as const;

/** Shows the wallets that the key can see, in the order in which they were added. */
export function WalletsView({ management, parameters }: OperatorViewProps) {
  const { state, exchange, search, project, cursor } = parameters;
  const filters = {
    // The API reports an unknown one.
    state: state as SyncState | undefined,
    exchange,
    search,
    projectId: project,
  };
  const listKey = JSON.stringify(filters);
  const { value, error, isLoading, refresh } = useResource<ManagementPage<ManagedWallet>>(
    `${listKey} ${cursor}`,
    ({ signal }) => management.wallets.page({ ...filters, cursor, limit: LIMIT }, { signal }),
  );
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  return (
    <>
      <header class="view-head">
        <h1>Wallets</h1>
        <RefreshButton isLoading={isLoading} onRefresh={refresh} />
      </header>
      {error !== undefined && <ManagementFailure error={error} onRetry={refresh} />}
      <WalletFilters parameters={parameters} isFiltered={isFiltered} />
      {value === undefined && error === undefined && <p class="loading">Loading wallets …</p>}
      {value !== undefined && (
        <>
          <p class="count wallet-count" role="status">
            {describeCount(value)}
          </p>
          {value.items.length === 0 ? (
            <p class="empty">
              {isFiltered ? 'No wallet matches the filters.' : 'There are no wallets yet.'}
            </p>
          ) : (
            <WalletTable wallets={value.items} />
          )}
        </>
      )}
      <CursorPager listKey={listKey} cursor={cursor} nextCursor={value?.nextCursor} />
    </>
  );
}

function WalletFilters({
  parameters: { state = '', exchange = '', search = '', project = '' },
  isFiltered,
}: Pick<OperatorViewProps, 'parameters'> & { readonly isFiltered: boolean }) {
  const { exchanges, projects } = useContext(DirectoryContext);
  const change = (name: string, value: string): void =>
    replaceParameters({ [name]: value, cursor: undefined });
  return (
    <form
      class="card wallet-filters"
      role="search"
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      <DelayedTextField
        label="Search"
        placeholder="Label, external id or wallet_…"
        value={search}
        onChange={(value) => change('search', value)}
      />
      <SelectField
        label="State"
        value={state}
        options={STATE_OPTIONS}
        onChange={(value) => change('state', value)}
      />
      <SelectField
        label="Exchange"
        value={exchange}
        options={listOptions(exchanges, exchange)}
        onChange={(value) => change('exchange', value)}
      />
      {(projects.length > 1 || project !== '') && (
        <SelectField
          label="Project"
          value={project}
          options={listOptions(projects, project)}
          onChange={(value) => change('project', value)}
        />
      )}
      {isFiltered && (
        <button
          type="button"
          class="button"
          onClick={() =>
            replaceParameters({
              state: undefined,
              exchange: undefined,
              search: undefined,
              project: undefined,
              cursor: undefined,
            })
          }
        >
          Clear filters
        </button>
      )}
    </form>
  );
}

/** Returns all options of a select box; the chosen one is among them, even if it is not known by name. */
function listOptions(
  records: readonly { readonly id: string; readonly name: string }[],
  chosen: string,
): readonly (readonly [string, string])[] {
  const isKnown = chosen === '' || records.some(({ id }) => id === chosen);
  const unknown = isKnown ? [] : [[chosen, chosen] as const];
  return [['', 'All'], ...unknown, ...records.map(({ id, name }) => [id, name] as const)];
}

/** The API does not count a list. */
function describeCount({ items, nextCursor }: ManagementPage<ManagedWallet>): string {
  const count = `${items.length} ${items.length === 1 ? 'wallet' : 'wallets'}`;
  return nextCursor === null ? count : `${count} on this page`;
}
