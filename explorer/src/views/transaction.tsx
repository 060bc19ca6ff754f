import { FailureNotice } from '../components/failure-notice.tsx';
import { writeFragment } from '../state/route.ts';
import { TransactionPage, useTransaction } from './transaction/transaction-page.tsx';
import type { ViewProps } from './view.ts';

/** Shows one transaction of the wallet. */
export function TransactionView({ wallet, connection, parameters }: ViewProps) {
  const found = useTransaction(connection.walletId, parameters, (range, signal) =>
    wallet.transactions.all(range, { signal }),
  );
  const { error, refresh } = found;
  const { zone } = parameters;
  return (
    <TransactionPage
      found={found}
      zone={zone}
      failure={error && <FailureNotice error={error} onRetry={refresh} />}
      listing={writeFragment('transactions', { zone })}
    />
  );
}
