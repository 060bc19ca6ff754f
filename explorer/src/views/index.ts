/** The views of a wallet. A view is loaded when it is first opened. */
import { TRANSACTION_VIEW_ID } from './transaction/transaction-link.ts';
import type { View } from './view.ts';

export interface ViewEntry {
  /** Name of the view in the fragment of the URL. */
  readonly id: string;
  /** Text of the link in the navigation, and title of the page. */
  readonly title: string;
  /** The view whose link is marked in the navigation; the view itself if missing. */
  readonly parent?: string;
  readonly load: () => Promise<View>;
}

/** The views of the navigation, in its order. */
export const VIEWS: readonly [ViewEntry, ...ViewEntry[]] = [
  {
    id: 'balances',
    title: 'Balances',
    load: async () => (await import('./balances.tsx')).BalancesView,
  },
  {
    id: 'send',
    title: 'Send',
    load: async () => (await import('./send.tsx')).SendView,
  },
  {
    id: 'transactions',
    title: 'Transactions',
    load: async () => (await import('./transactions.tsx')).TransactionsView,
  },
  {
    id: 'activity',
    title: 'Activity',
    load: async () => (await import('./activity.tsx')).ActivityView,
  },
];

/** Views to which only other views link. */
const LINKED_VIEWS: readonly ViewEntry[] = [
  {
    id: TRANSACTION_VIEW_ID,
    title: 'Transaction',
    parent: 'transactions',
    load: async () => (await import('./transaction.tsx')).TransactionView,
  },
];

/** Returns the view of a fragment; `undefined` if no view has this id. */
export function findView(id: string): ViewEntry | undefined {
  return [...VIEWS, ...LINKED_VIEWS].find((view) => view.id === id);
}
