import { useState } from 'preact/hooks';

import { AssetSuggestion } from '../components/asset-suggestion.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { Notice } from '../components/notice.tsx';
import { RequestCode } from '../components/request-code.tsx';
import { SyncNotices, SyncStatus } from '../components/sync-status.tsx';
import { FIRST_PAGE, openView, replaceParameters } from '../state/route.ts';
import { ColumnChoice } from './transactions/columns.tsx';
import { useExportControls } from './transactions/export.tsx';
import { FilterButton, Filters } from './transactions/filters.tsx';
import { type Listing, readListing, writeQuery } from './transactions/listing.ts';
import { Pager } from './transactions/pager.tsx';
import { TransactionTable } from './transactions/transaction-table.tsx';
import { useListing } from './transactions/use-listing.ts';
import { writeTransactionLink } from './transaction/transaction-link.ts';
import type { ViewProps } from './view.ts';

/** Shows the transactions of the wallet, newest first. */
export function TransactionsView({ wallet, connection, parameters }: ViewProps) {
  const listing = readListing(parameters);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const shown = useListing(wallet, listing);
  const { value, columns, error, isLoading, isStale, arrivedCount, refresh } = shown;
  const exporting = useExportControls(connection, listing, value?.pagination.totalCount ?? 0);
  return (
    <>
      <header class="view-head">
        <h1>Transactions</h1>
        <FilterButton
          filters={listing.filters}
          isOpen={isFilterOpen}
          onToggle={() => setFilterOpen(!isFilterOpen)}
        />
        <SyncStatus sync={value?.sync} isLoading={isLoading} onRefresh={refresh} />
      </header>
      {error !== undefined && <FailureNotice error={error} onRetry={refresh} />}
      {value !== undefined && <SyncNotices sync={value.sync} />}
      <Filters filters={listing.filters} zone={listing.zone} isOpen={isFilterOpen} />
      {exporting.progress}
      {value === undefined && error === undefined && <p class="loading">Loading transactions …</p>}
      {value !== undefined && (
        <>
          <Arrivals count={arrivedCount} parameters={parameters} />
          <div class="toolbar">
            <Total count={value.pagination.totalCount} />
            <ColumnChoice {...listing} />
            {exporting.controls}
          </div>
          {value.transactions.length === 0 ? (
            <EmptyListing wallet={wallet} walletId={connection.walletId} listing={listing} />
          ) : (
            <TransactionTable
              transactions={value.transactions}
              columns={columns}
              isCompact={!listing.hasChosenColumns}
              zone={listing.zone}
              linkTo={(transaction) => writeTransactionLink(transaction, listing.zone)}
              isStale={isStale}
            />
          )}
          <Pager listing={listing} shown={shown} parameters={parameters} />
        </>
      )}
      <RequestCode
        connection={connection}
        request={{ kind: 'transactions', query: writeQuery(listing) }}
      />
    </>
  );
}

/** Shows on a later page how many transactions were added: new ones, or old ones by an import. */
function Arrivals({
  count,
  parameters,
}: {
  readonly count: number;
  readonly parameters: ViewProps['parameters'];
}) {
  if (count === 0) return null;
  const show = (
    <button
      type="button"
      class="button"
      onClick={() => openView('transactions', { ...parameters, ...FIRST_PAGE })}
    >
      Show the newest
    </button>
  );
  const title =
    count === 1
      ? '1 transaction was added'
      : `${count.toLocaleString('en')} transactions were added`;
  return (
    <Notice tone="information" title={title} action={show}>
      The newest are on the first page, older ones on later pages.
    </Notice>
  );
}

function Total({ count }: { readonly count: number }) {
  return (
    <p class="count" role="status">
      {count.toLocaleString('en')} {count === 1 ? 'transaction' : 'transactions'}
    </p>
  );
}

/** Shows that there are no rows, and symbols of the wallet that the reader may have meant. */
function EmptyListing({
  wallet,
  walletId,
  listing,
}: Pick<ViewProps, 'wallet'> & { readonly walletId: string; readonly listing: Listing }) {
  const { asset } = listing.filters;
  return (
    <div class="empty">
      <p>{describeEmpty(listing)}</p>
      {asset !== undefined && listing.page === 0 && (
        <AssetSuggestion
          wallet={wallet}
          walletId={walletId}
          asset={asset}
          onChoose={(chosen) => replaceParameters({ ...FIRST_PAGE, asset: chosen })}
        />
      )}
    </div>
  );
}

function describeEmpty({ filters, page }: Listing): string {
  if (page > 0) return 'This page is after the last transaction.';
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return isFiltered ? 'No transaction matches the filters.' : 'There are no transactions here.';
}
