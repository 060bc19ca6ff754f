import type { SyncState } from '../../../client/src/index.ts';
import { WALLET_STATES } from './wallet-states.ts';

/** Shows the state of a wallet. */
export function StateBadge({ state }: { readonly state: SyncState }) {
  const { title, badge = '' } = WALLET_STATES[state];
  return <span class={`badge ${badge}`}>{title}</span>;
}
