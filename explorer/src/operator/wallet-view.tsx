import type { ManagedWallet } from '../../../client/src/index.ts';
import { ForeignText } from '../components/foreign-text.tsx';
import { Notice } from '../components/notice.tsx';
import { RefreshButton } from '../components/refresh-button.tsx';
import { formatTime } from '../format/time.ts';
import { useResource } from '../state/use-resource.ts';
import { walletLink, type WalletPart } from './links.ts';
import { ManagementFailure } from './management-failure.tsx';
import type { OperatorViewProps } from './operator-view.ts';
import { StateBadge } from './state-badge.tsx';
import { WalletActions } from './wallet-actions.tsx';
import { WalletBalances } from './wallet-balances.tsx';
import { WalletFacts } from './wallet-facts.tsx';
import { nameWallet } from './wallet-states.ts';
import { WalletTransactions } from './wallet-transactions.tsx';

/** Shows a wallet: its state, what can be done with it, its balances and transactions. */
export function WalletView({ management, parameters }: OperatorViewProps) {
  const { wallet: id = '' } = parameters;
  const { value, error, isLoading, refresh } = useResource<ManagedWallet>(id, ({ signal }) =>
    management.wallet(id).get({ signal }),
  );
  return (
    <>
      <header class="view-head">
        <h1>{value === undefined ? 'Wallet' : <ForeignText text={nameWallet(value)} />}</h1>
        <div class="wallet-state">
          {value !== undefined && <StateBadge state={value.state} />}
          <RefreshButton isLoading={isLoading} onRefresh={refresh} />
        </div>
      </header>
      {error !== undefined && <ManagementFailure error={error} onRetry={refresh} />}
      {value === undefined && error === undefined && <p class="loading">Loading the wallet …</p>}
      {value !== undefined && (
        <>
          <FailureOf wallet={value} />
          <WalletActions management={management} wallet={value} onChange={refresh} />
          <WalletParts management={management} parameters={parameters} wallet={value} />
        </>
      )}
    </>
  );
}

/** Shows why the last synchronisation failed. */
function FailureOf({ wallet: { lastError, state } }: { readonly wallet: ManagedWallet }) {
  if (lastError === null) return null;
  const { code, message, at } = lastError;
  return (
    <Notice
      tone={state === 'stopped' ? 'error' : 'warning'}
      title={`The synchronisation failed (${code})`}
    >
      <ForeignText text={message} />
      <p class="quiet">
        At <time dateTime={at}>{formatTime(Date.parse(at))}</time>
      </p>
    </Notice>
  );
}

/** The parts with their titles; the first one is shown first. */
const PARTS = [
  ['state', 'State'],
  ['balances', 'Balances'],
  ['transactions', 'Transactions'],
] as const satisfies readonly (readonly [WalletPart, string])[];

function WalletParts({
  management,
  parameters,
  wallet,
}: OperatorViewProps & { readonly wallet: ManagedWallet }) {
  const [shown, title] = PARTS.find(([part]) => part === parameters['part']) ?? PARTS[0];
  const props = { management, parameters, wallet };
  return (
    <section aria-label={title}>
      <nav class="parts" aria-label="Parts of the wallet">
        {PARTS.map(([part, title]) => (
          <a
            key={part}
            href={walletLink(wallet, part)}
            aria-current={part === shown ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {shown === 'state' && <WalletFacts wallet={wallet} />}
      {shown === 'balances' && <WalletBalances {...props} />}
      {shown === 'transactions' && <WalletTransactions {...props} />}
    </section>
  );
}
