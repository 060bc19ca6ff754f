import { useState } from 'preact/hooks';

import type {
  ManagedWallet,
  ManagementPage,
  ProjectTransaction,
} from '../../../client/src/index.ts';
import { useResource } from '../state/use-resource.ts';
import { writeTransactionLink } from '../views/transaction/transaction-link.ts';
import { FilterButton, Filters } from '../views/transactions/filters.tsx';
import { readListing } from '../views/transactions/listing.ts';
import { TransactionTable } from '../views/transactions/transaction-table.tsx';
import { CursorPager } from './cursor-pager.tsx';
import { ManagementFailure } from './management-failure.tsx';
import type { OperatorViewProps } from './operator-view.ts';

/** Shows the transactions of a wallet, newest first. */
export function WalletTransactions({
  management,
  parameters,
  wallet: { id, projectId },
}: OperatorViewProps & { readonly wallet: ManagedWallet }) {
  const { filters, columns, limit, cursor, zone } = readListing(parameters);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const listKey = JSON.stringify([id, filters]);
  const { transactions } = management.project(projectId);
  const { value, error, refresh } = useResource<ManagementPage<ProjectTransaction>>(
    `${listKey} ${cursor}`,
    ({ signal }) => transactions.page({ ...filters, walletId: id, cursor, limit }, { signal }),
  );
  return (
    <>
      <FilterButton
        filters={filters}
        isOpen={isFilterOpen}
        onToggle={() => setFilterOpen(!isFilterOpen)}
      />
      <Filters filters={filters} zone={zone} isOpen={isFilterOpen} />
      {error !== undefined && <ManagementFailure error={error} onRetry={refresh} />}
      {value === undefined && error === undefined && <p class="loading">Loading transactions …</p>}
      {value?.items.length === 0 && <p class="empty">{describeEmpty(value)}</p>}
      {value !== undefined && value.items.length > 0 && (
        <TransactionTable
          transactions={value.items}
          columns={columns}
          isCompact
          zone={zone}
          isStale={false}
          linkTo={(transaction) =>
            writeTransactionLink(transaction, zone, { wallet: id, project: projectId })
          }
        />
      )}
      <CursorPager listKey={listKey} cursor={cursor} nextCursor={value?.nextCursor} />
    </>
  );
}

/** A page reads a bounded number of rows, so it can be empty although a later one is not. */
function describeEmpty({ nextCursor }: ManagementPage<ProjectTransaction>): string {
  return nextCursor === null
    ? 'There are no transactions here.'
    : 'No transaction among the newest matches the filters. The next page searches older ones.';
}
