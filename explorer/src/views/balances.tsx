import type { AssetBalance, Balance, WalletSync } from '../../../client/src/index.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { SearchIcon } from '../components/icons.tsx';
import { RequestCode } from '../components/request-code.tsx';
import { SyncNotices, SyncStatus } from '../components/sync-status.tsx';
import { isZeroAmount } from '../format/amount.ts';
import { replaceParameters } from '../state/route.ts';
import { useResource } from '../state/use-resource.ts';
import { BalanceTable } from './balances/balance-table.tsx';
import type { ViewProps } from './view.ts';

const BALANCE_REQUEST = { kind: 'balance' } as const;

/** Shows the withdrawable balance of each asset, and its networks. */
export function BalancesView({ wallet, connection, parameters }: ViewProps) {
  const { value, error, isLoading, refresh } = useResource<Balance>(
    connection.walletId,
    (options) => wallet.withdrawableBalance(options),
  );
  return (
    <>
      <header class="view-head">
        <h1>Balances</h1>
        <SyncStatus sync={value?.sync} isLoading={isLoading} onRefresh={refresh} />
      </header>
      {error !== undefined && <FailureNotice error={error} onRetry={refresh} />}
      {value !== undefined && (
        <>
          <SyncNotices sync={value.sync} />
          <Assets balances={value.balances} sync={value.sync} parameters={parameters} />
        </>
      )}
      {value === undefined && error === undefined && <p class="loading">Loading balances …</p>}
      <RequestCode connection={connection} request={BALANCE_REQUEST} />
    </>
  );
}

function Assets({
  balances,
  sync,
  parameters: { search = '', zero },
}: {
  readonly balances: readonly AssetBalance[];
  readonly sync: WalletSync;
  readonly parameters: ViewProps['parameters'];
}) {
  const hidesZero = zero === 'hide';
  const wanted = search.trim().toLowerCase();
  const shown = balances.filter(
    ({ asset, amount }) =>
      asset.toLowerCase().includes(wanted) && !(hidesZero && isZeroAmount(amount)),
  );
  if (balances.length === 0) {
    return <p class="empty">The exchange reports no balance for this wallet.</p>;
  }
  return (
    <>
      <div class="toolbar">
        <label class="search">
          <SearchIcon />
          <input
            type="search"
            class="input"
            aria-label="Search assets"
            placeholder="Search assets"
            value={search}
            onInput={(event) => replaceParameters({ search: event.currentTarget.value })}
          />
        </label>
        <label class="checkbox">
          <input
            type="checkbox"
            checked={hidesZero}
            onChange={(event) =>
              replaceParameters({ zero: event.currentTarget.checked ? 'hide' : undefined })
            }
          />
          Hide zero balances
        </label>
        <p class="count" role="status">
          {shown.length === balances.length
            ? `${balances.length} assets`
            : `${shown.length} of ${balances.length} assets`}
        </p>
      </div>
      {shown.length === 0 ? (
        <p class="empty">No asset matches.</p>
      ) : (
        <BalanceTable balances={shown} sync={sync} />
      )}
    </>
  );
}
