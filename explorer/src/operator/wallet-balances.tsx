import type { ManagedWallet, ManagementPage, ProjectBalance } from '../../../client/src/index.ts';
import { Notice } from '../components/notice.tsx';
import { UNVERIFIED } from '../format/sync-notices.ts';
import { useResource } from '../state/use-resource.ts';
import { BalanceTable } from '../views/balances/balance-table.tsx';
import { CursorPager } from './cursor-pager.tsx';
import { ManagementFailure } from './management-failure.tsx';
import type { OperatorViewProps } from './operator-view.ts';

/** Assets per page. */
const LIMIT = 100;

/** Shows the withdrawable balances of a wallet. */
export function WalletBalances({
  management,
  parameters: { cursor },
  wallet: { id, projectId },
}: OperatorViewProps & { readonly wallet: ManagedWallet }) {
  const { balances } = management.project(projectId);
  const { value, error, refresh } = useResource<ManagementPage<ProjectBalance>>(
    `${id} ${cursor}`,
    ({ signal }) => balances.page({ walletId: id, cursor, limit: LIMIT }, { signal }),
  );
  return (
    <>
      {error !== undefined && <ManagementFailure error={error} onRetry={refresh} />}
      {value === undefined && error === undefined && <p class="loading">Loading balances …</p>}
      {value?.items.length === 0 && <p class="empty">No balance of this wallet is known.</p>}
      {value?.items.some(({ withdrawableUnverified }) => withdrawableUnverified) === true && (
        <Notice tone={UNVERIFIED.tone} title={UNVERIFIED.title}>
          {UNVERIFIED.text}
        </Notice>
      )}
      {value !== undefined && value.items.length > 0 && (
        <BalanceTable balances={value.items} sync={{ unknownNetworks: listUnknown(value.items) }} />
      )}
      <CursorPager listKey={id} cursor={cursor} nextCursor={value?.nextCursor} />
    </>
  );
}

function listUnknown(balances: readonly ProjectBalance[]): readonly string[] {
  return balances.filter(({ networksUnknown }) => networksUnknown).map(({ asset }) => asset);
}
