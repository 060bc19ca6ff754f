import type { WalletSync } from '../../../client/src/index.ts';
import { formatAge, formatTime } from '../format/time.ts';
import { findSyncNotices } from '../format/sync-notices.ts';
import { useNow } from '../state/use-now.ts';
import { Notice } from './notice.tsx';
import { RefreshButton } from './refresh-button.tsx';

/** Shows the time of the last synchronisation and a button that repeats the request. */
export function SyncStatus({
  sync,
  isLoading,
  onRefresh,
}: {
  readonly sync: WalletSync | undefined;
  readonly isLoading: boolean;
  readonly onRefresh: () => void;
}) {
  return (
    <div class="sync-status">
      {sync !== undefined && <SyncTime sync={sync} />}
      <RefreshButton isLoading={isLoading} onRefresh={onRefresh} />
    </div>
  );
}

function SyncTime({ sync }: { readonly sync: WalletSync }) {
  const nowMs = useNow();
  if (sync.lastSyncAt === null) return <p>Never synchronised</p>;
  const timeMs = Date.parse(sync.lastSyncAt);
  const isCurrent = findSyncNotices(sync, nowMs).every(({ tone }) => tone === 'information');
  return (
    <p class={isCurrent ? 'sync-time' : 'sync-time is-late'}>
      <span>
        Synchronised <strong>{formatAge(timeMs, nowMs)}</strong>
      </span>
      <time dateTime={sync.lastSyncAt}>{formatTime(timeMs)}</time>
    </p>
  );
}

/** Shows the notices about the synchronisation. */
export function SyncNotices({ sync }: { readonly sync: WalletSync }) {
  const nowMs = useNow();
  return findSyncNotices(sync, nowMs).map(({ tone, title, text }) => (
    <Notice key={title} tone={tone} title={title}>
      {text}
    </Notice>
  ));
}
