import type { ComponentChildren } from 'preact';

import type { Transaction } from '../../../../client/src/index.ts';
import { Amount } from '../../components/amount.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { describe } from '../transactions/vocabulary.ts';
import { type Resource, useResource } from '../../state/use-resource.ts';
import type { ViewProps } from '../view.ts';
import { TransactionDetails } from './transaction-details.tsx';
import { findTransaction, type ReadRange } from './transaction-link.ts';

/** The result of a search. */
interface FoundTransaction {
  /** `undefined` if the wallet has no such transaction at this time. */
  readonly transaction: Transaction | undefined;
}

/** Reads the transaction that the fragment of the URL names. */
export function useTransaction(
  walletId: string,
  { id = '', time = '' }: ViewProps['parameters'],
  readRange: (range: Parameters<ReadRange>[0], signal: AbortSignal) => ReturnType<ReadRange>,
): Resource<FoundTransaction> {
  return useResource(JSON.stringify([walletId, id, time]), async ({ signal }) => ({
    transaction: await findTransaction((range) => readRange(range, signal), id, time),
  }));
}

/** Shows a transaction, or why it cannot be shown. */
export function TransactionPage({
  found: { value },
  zone,
  failure,
  listing,
}: {
  readonly found: Resource<FoundTransaction>;
  readonly zone: string | undefined;
  /** Why the last request failed. */
  readonly failure: ComponentChildren;
  /** The fragment of the list. */
  readonly listing: string;
}) {
  const transaction = value?.transaction;
  return (
    <>
      <header class="view-head">
        <h1>{transaction === undefined ? 'Transaction' : <Title transaction={transaction} />}</h1>
        <a class="button" href={listing}>
          All transactions
        </a>
      </header>
      {failure}
      {value === undefined && !failure && <p class="loading">Loading the transaction …</p>}
      {value !== undefined && transaction === undefined && (
        <p class="empty">
          The wallet has no such transaction at this time. If the exchange has corrected its time,
          it is elsewhere in the list. It may also belong to another wallet.
        </p>
      )}
      {transaction !== undefined && (
        <TransactionDetails transaction={transaction} zone={zone === 'utc' ? 'utc' : 'local'} />
      )}
    </>
  );
}

function Title({ transaction: { type, amount, asset } }: { readonly transaction: Transaction }) {
  return (
    <>
      {describe(type)} of <Amount value={amount} /> <ForeignText text={asset} />
    </>
  );
}
