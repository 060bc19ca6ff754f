/** The views of a wallet, in the order of the navigation. A view is loaded when it is first opened. */
import type { View } from './view.ts';

export interface ViewEntry {
  /** Name of the view in the fragment of the URL. */
  readonly id: string;
  /** Text of the link in the navigation, and title of the page. */
  readonly title: string;
  readonly load: () => Promise<View>;
}

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
