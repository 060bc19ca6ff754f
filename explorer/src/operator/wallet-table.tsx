import { useContext } from 'preact/hooks';

import type { ManagedWallet } from '../../../client/src/index.ts';
import { ForeignText } from '../components/foreign-text.tsx';
import { formatAge, formatTime } from '../format/time.ts';
import { useNow } from '../state/use-now.ts';
import { DirectoryContext, nameOf } from './directory.ts';
import { walletLink } from './links.ts';
import { StateBadge } from './state-badge.tsx';
import { formatCount, nameWallet } from './wallet-states.ts';

const COLUMNS = ['Wallet', 'Exchange', 'State', 'Synchronised', 'Transactions', 'Last error'];

/** Shows one row for each wallet. Roles are explicit, because a narrow page stacks the cells. */
export function WalletTable({ wallets }: { readonly wallets: readonly ManagedWallet[] }) {
  return (
    <div class="card">
      <table class="table wallets" role="table" aria-label="Wallets">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((title) => (
              <th
                key={title}
                scope="col"
                role="columnheader"
                class={title === 'Transactions' ? 'is-number' : undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {wallets.map((wallet) => (
            <WalletRow key={wallet.id} wallet={wallet} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WalletRow({ wallet }: { readonly wallet: ManagedWallet }) {
  const { exchanges, projects } = useContext(DirectoryContext);
  const { id, label, externalId, exchange, projectId, state, quarantinedCount } = wallet;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <a class="wallet-name" href={walletLink(wallet)}>
          <ForeignText text={nameWallet(wallet)} />
        </a>
        {label !== null && externalId !== null && (
          <span class="second-line">
            <ForeignText text={externalId} />
          </span>
        )}
        {(label !== null || externalId !== null) && <span class="second-line">{id}</span>}
      </th>
      <td role="cell" data-label="Exchange">
        <ForeignText text={nameOf(exchanges, exchange)} />
        {projects.length > 1 && (
          <span class="second-line">
            <ForeignText text={nameOf(projects, projectId)} />
          </span>
        )}
      </td>
      <td role="cell" data-label="State">
        <StateBadge state={state} />
      </td>
      <td role="cell" data-label="Synchronised">
        <SyncAge lastSyncAt={wallet.lastSyncAt} />
      </td>
      <td role="cell" class="is-number" data-label="Transactions">
        {formatCount(wallet.transactionCount)}
        {quarantinedCount > 0 && (
          <span class="second-line">{quarantinedCount.toLocaleString('en')} in quarantine</span>
        )}
      </td>
      <td role="cell" class="is-error" data-label="Last error">
        <LastError error={wallet.lastError} />
      </td>
    </tr>
  );
}

/** Shows how long ago a wallet was synchronised. */
function SyncAge({ lastSyncAt }: Pick<ManagedWallet, 'lastSyncAt'>) {
  const nowMs = useNow();
  if (lastSyncAt === null) return <span class="quiet">Never</span>;
  const timeMs = Date.parse(lastSyncAt);
  return (
    <time dateTime={lastSyncAt} title={formatTime(timeMs)}>
      {formatAge(timeMs, nowMs)}
    </time>
  );
}

function LastError({ error }: { readonly error: ManagedWallet['lastError'] }) {
  if (error === null) return <span class="quiet missing">–</span>;
  return (
    <>
      <code>{error.code}</code>
      <span class="second-line error-text">
        <ForeignText text={error.message} />
      </span>
    </>
  );
}
