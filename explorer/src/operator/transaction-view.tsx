import { TransactionPage, useTransaction } from '../views/transaction/transaction-page.tsx';
import { walletLink } from './links.ts';
import { ManagementFailure } from './management-failure.tsx';
import type { OperatorViewProps } from './operator-view.ts';

/** Shows one transaction of a wallet. */
export function OperatorTransactionView({ management, parameters }: OperatorViewProps) {
  const { wallet: walletId = '', project = '', zone } = parameters;
  const found = useTransaction(walletId, parameters, (range, signal) =>
    management.project(project).transactions.all({ ...range, walletId }, { signal }),
  );
  const { error, refresh } = found;
  return (
    <TransactionPage
      found={found}
      zone={zone}
      failure={error && <ManagementFailure error={error} onRetry={refresh} />}
      listing={walletLink({ id: walletId }, 'transactions')}
    />
  );
}
