import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';

import type { ManagedWallet } from '../../../client/src/index.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { ForeignText } from '../components/foreign-text.tsx';
import { formatTime } from '../format/time.ts';
import { DirectoryContext, nameOf } from './directory.ts';
import { listLink } from './links.ts';
import { formatCount, WALLET_STATES } from './wallet-states.ts';

/** Shows what the management API reports about a wallet. */
export function WalletFacts({ wallet }: { readonly wallet: ManagedWallet }) {
  const { exchanges, projects } = useContext(DirectoryContext);
  const { id, externalId, exchange, projectId, state, transactionCount, quarantinedCount } = wallet;
  const project = nameOf(projects, projectId);
  return (
    <dl class="card details wallet-facts">
      <Fact name="State">{WALLET_STATES[state].meaning}</Fact>
      <Fact name="Exchange">
        <ForeignText text={nameOf(exchanges, exchange)} />
      </Fact>
      <Fact name="Last synchronisation">
        <Instant at={wallet.lastSyncAt} missing="Never" />
      </Fact>
      <Fact name="Next synchronisation">
        <Instant at={wallet.nextSyncAt} missing="None is planned" />
      </Fact>
      <Fact name="History">
        <History wallet={wallet} />
      </Fact>
      <Fact name="Transactions">
        {formatCount(transactionCount)}
        {quarantinedCount > 0 && (
          <span class="quiet">
            {quarantinedCount.toLocaleString('en')} more in quarantine: they could not be mapped
          </span>
        )}
      </Fact>
      <Fact name="Wallet" copied={id}>
        <code>{id}</code>
      </Fact>
      {externalId !== null && (
        <Fact name="External id" copied={externalId}>
          <ForeignText text={externalId} />
        </Fact>
      )}
      <Fact name="Project" copied={projectId}>
        <a href={listLink({ project: projectId })}>
          <ForeignText text={project} />
        </a>
        {project !== projectId && <code class="quiet">{projectId}</code>}
      </Fact>
      <Fact name="Added">
        <Instant at={wallet.createdAt} missing="" />
      </Fact>
    </dl>
  );
}

function History({ wallet }: FactsOf) {
  const { historyComplete, sources, skippedSources, importsOnly } = wallet;
  if (importsOnly) return 'Imported rows only';
  // A former key has read sources that are skipped now.
  const read = sources.filter(({ source }) => !skippedSources.includes(source));
  const ranges = read.map(({ source, completeSince }) => (
    <span key={source} class="quiet">
      {source.replaceAll('_', ' ')} since {formatTime(Date.parse(completeSince), 'utc')}
    </span>
  ));
  const complete =
    skippedSources.length === 0 ? 'Complete' : 'Complete, except for skipped sources';
  return (
    <>
      {historyComplete ? complete : 'Not complete yet'}
      {ranges}
      {skippedSources.map((source) => (
        <span key={source} class="quiet">
          {source.replaceAll('_', ' ')} skipped: the key may not read it, or the exchange does not
          offer it
        </span>
      ))}
    </>
  );
}

interface FactsOf {
  readonly wallet: ManagedWallet;
}

function Instant({ at, missing }: { readonly at: string | null; readonly missing: string }) {
  if (at === null) return missing;
  return <time dateTime={at}>{formatTime(Date.parse(at))}</time>;
}

function Fact({
  name,
  copied,
  children,
}: {
  readonly name: string;
  /** The text that a button copies. */
  readonly copied?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="detail-value">{children}</span>
        {copied !== undefined && <CopyButton text={copied} label={`Copy: ${name}`} />}
      </dd>
    </div>
  );
}
