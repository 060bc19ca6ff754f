import { Dialog } from '../components/dialog.tsx';
import { ForeignText } from '../components/foreign-text.tsx';
import { openView } from '../state/route.ts';
import { ManagementFailure } from './management-failure.tsx';
import type { WalletDialogProps } from './operator-view.ts';
import { reportOutcome } from './outcome.tsx';
import { useAction } from './use-action.ts';
import { formatCount, nameWallet } from './wallet-states.ts';

/** Asks whether a wallet is removed, and removes it. */
export function RemoveDialog({ management, wallet, onClose }: WalletDialogProps) {
  const { id, transactionCount } = wallet;
  const name = nameWallet(wallet);
  const { isBusy, failure, run } = useAction();
  const remove = async (): Promise<void> => {
    if (!(await run(() => management.wallet(id).remove()))) return;
    reportOutcome(`${name} was removed.`);
    openView('wallets');
  };
  return (
    <Dialog title="Remove this wallet?" isAlert isBusy={isBusy} onCancel={onClose}>
      <p>
        <strong>
          <ForeignText text={name} />
        </strong>{' '}
        is removed with its key, its balances and its transactions ({formatCount(transactionCount)}
        ). This cannot be undone. What the exchange no longer returns is lost.
      </p>
      <p class="quiet wallet-id">{id}</p>
      {failure !== undefined && <ManagementFailure error={failure} />}
      <div class="dialog-actions">
        <button type="button" class="button is-primary" disabled={isBusy} onClick={onClose}>
          Keep the wallet
        </button>
        <button
          type="button"
          class="button is-danger"
          disabled={isBusy}
          onClick={() => void remove()}
        >
          {isBusy ? 'Removing …' : 'Remove the wallet and its data'}
        </button>
      </div>
    </Dialog>
  );
}
