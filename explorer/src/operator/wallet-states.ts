/** Describes the states of wallets for people. */
import type { ManagedWallet, SyncState } from '../../../client/src/index.ts';

interface StateWords {
  readonly title: string;
  readonly meaning: string;
  /** The class of its badge; the badge is yellow if missing. */
  readonly badge?: 'status-completed' | 'status-failed' | 'status-canceled';
}

/** The words of each state. */
export const WALLET_STATES: Readonly<Record<SyncState, StateWords>> = {
  new: {
    title: 'New',
    meaning: 'It was not synchronised yet.',
    badge: 'status-canceled',
  },
  synced: {
    title: 'Synced',
    meaning:
      'The last synchronisation succeeded, and the history of the sources that it reads is complete.',
    badge: 'status-completed',
  },
  backfilling: {
    title: 'Backfilling',
    meaning: 'The balances are current. Older transactions are still being read.',
  },
  failing: {
    title: 'Failing',
    meaning: 'The last synchronisation failed. It is retried automatically.',
  },
  stopped: {
    title: 'Stopped',
    meaning: 'The last synchronisation failed, and is not retried until you act.',
    badge: 'status-failed',
  },
  paused: {
    title: 'Paused',
    meaning: 'It is not synchronised until it is resumed.',
    badge: 'status-canceled',
  },
  imported: {
    title: 'Imported',
    meaning: 'It has imported rows only.',
    badge: 'status-canceled',
  },
};

/** Returns the name by which an operator knows a wallet. */
export function nameWallet({ label, externalId, id }: ManagedWallet): string {
  return label ?? externalId ?? id;
}

/** Returns the number of a wallet's transactions. It is missing while a node of a database cluster does not respond. */
export function formatCount(count: ManagedWallet['transactionCount']): string {
  return count === null ? 'unknown' : count.toLocaleString('en');
}
