import { useState } from 'preact/hooks';

import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { parseBound } from '../format/time-bound.ts';
import { ManagementFailure } from './management-failure.tsx';
import type { WalletDialogProps } from './operator-view.ts';
import { reportOutcome } from './outcome.tsx';
import { useAction } from './use-action.ts';
import { nameWallet } from './wallet-states.ts';

/** Asks from when on the history of a wallet is read again, and requests it. */
export function RereadDialog({ management, wallet, onChange, onClose }: WalletDialogProps) {
  const [text, setText] = useState('');
  const [mistake, setMistake] = useState<string | undefined>();
  const { isBusy, failure, run } = useAction();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const from = parseBound(text, 'utc');
    setMistake(from === undefined ? 'Write 2024-02-29 or 2024-02-29 14:05' : undefined);
    if (from === undefined) return;
    if (!(await run(() => management.wallet(wallet.id).sync({ from })))) return;
    reportOutcome(`${nameWallet(wallet)}: its history is read again since ${text.trim()}`);
    onChange();
    onClose();
  };
  return (
    <Dialog title="Re-read the history?" isBusy={isBusy} onCancel={onClose}>
      <form class="dialog-form" onSubmit={(event) => void submit(event)} noValidate>
        <p>
          Requests the transactions again from the exchange. Known rows get what the exchange
          reports now; none is added twice. The history is reported as incomplete until it was read.
        </p>
        <TextField
          label="Since"
          value={text}
          placeholder="YYYY-MM-DD"
          hint="UTC"
          error={mistake}
          onInput={setText}
        />
        {failure !== undefined && <ManagementFailure error={failure} />}
        <div class="dialog-actions">
          <button type="submit" class="button is-primary" disabled={isBusy}>
            Re-read
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
