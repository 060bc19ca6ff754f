import type { Transaction, TransactionPage } from '../../../client/src/index.ts';
import { Amount } from '../components/amount.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { SyncNotices, SyncStatus } from '../components/sync-status.tsx';
import { formatTime } from '../format/time.ts';
import { openView } from '../state/route.ts';
import { useResource } from '../state/use-resource.ts';
import type { ViewProps } from './view.ts';

const ROWS_PER_PAGE = 25;
const PAGE_MAX = 1000;

/** The transactions of the wallet, newest first. */
export function TransactionsView({ wallet, connection, parameters }: ViewProps) {
  const page = Math.min(Number(/^\d{1,4}$/.exec(parameters['page'] ?? '')?.[0] ?? 0), PAGE_MAX);
  const { value, error, isLoading, refresh } = useResource<TransactionPage>(
    `${connection.walletId} ${page}`,
    (options) => wallet.transactions.list({ page, limit: ROWS_PER_PAGE }, options),
  );
  const open = (page: number): void =>
    openView('transactions', { page: page === 0 ? undefined : String(page) });
  return (
    <>
      <header class="view-head">
        <h1>Transactions</h1>
        <SyncStatus sync={value?.sync} isLoading={isLoading} onRefresh={refresh} />
      </header>
      {error !== undefined && <FailureNotice error={error} onRetry={refresh} />}
      {value !== undefined && (
        <>
          <SyncNotices sync={value.sync} />
          <div class="toolbar">
            <p class="count" role="status">
              {value.pagination.totalCount.toLocaleString('en')} transactions
            </p>
            <div class="pager">
              <button
                type="button"
                class="button"
                disabled={page === 0}
                onClick={() => open(page - 1)}
              >
                Previous page
              </button>
              <button
                type="button"
                class="button"
                disabled={page + 1 >= value.pagination.pageCount || page === PAGE_MAX}
                onClick={() => open(page + 1)}
              >
                Next page
              </button>
            </div>
          </div>
          <TransactionTable transactions={value.transactions} />
        </>
      )}
    </>
  );
}

function TransactionTable({ transactions }: { readonly transactions: readonly Transaction[] }) {
  if (transactions.length === 0) return <p class="empty">There are no transactions here.</p>;
  return (
    <div class="card">
      <table class="table" aria-label="Transactions">
        <thead>
          <tr>
            <th scope="col">Transaction</th>
            <th scope="col" class="is-wide">
              Status
            </th>
            <th scope="col" class="is-number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {transactions.map(({ id, timestamp, type, asset, amount, status }) => (
            <tr key={id}>
              <th scope="row">
                <span class="transaction-type">{type.replace('_', ' ')}</span>
                <time class="transaction-time" dateTime={new Date(timestamp).toISOString()}>
                  {formatTime(timestamp)}
                </time>
              </th>
              <td class="is-wide">{status}</td>
              <td class="is-number">
                <Amount value={amount} /> {asset}
                {status !== 'completed' && <span class="transaction-time is-narrow">{status}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
