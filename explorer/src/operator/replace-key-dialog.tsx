import { useContext, useState } from 'preact/hooks';

import { ProblemError } from '../../../client/src/index.ts';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { DirectoryContext } from './directory.ts';
import { ManagementFailure } from './management-failure.tsx';
import type { WalletDialogProps } from './operator-view.ts';
import { reportOutcome } from './outcome.tsx';
import { useAction } from './use-action.ts';
import { nameWallet } from './wallet-states.ts';

/** Asks for a new exchange key of a wallet, which keeps its history. */
export function ReplaceKeyDialog({ management, wallet, onChange, onClose }: WalletDialogProps) {
  const { exchanges } = useContext(DirectoryContext);
  const exchange = exchanges.find(({ id }) => id === wallet.exchange);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const [isUnchecked, setUnchecked] = useState(false);
  const { isBusy, failure, run } = useAction();
  if (exchange === undefined) {
    return <FieldsMissing isLoading={exchanges.length === 0} onClose={onClose} />;
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (exchange.credentials.some(({ name }) => isMissing(values[name]))) return;
    const key = { credentials: values, check: isUnchecked ? 'later' : 'now' } as const;
    if (!(await run(() => management.wallet(wallet.id).replaceCredentials(key)))) return;
    reportOutcome(`${nameWallet(wallet)}: the key was replaced`);
    onChange();
    onClose();
  };
  return (
    <Dialog title={`Replace the key at ${exchange.name}`} isBusy={isBusy} onCancel={onClose}>
      <form class="dialog-form" onSubmit={(event) => void submit(event)} noValidate>
        <p>
          The wallet keeps its id and its history. Use a key of the same account that can only read:{' '}
          <a href={exchange.guide.url} target="_blank" rel="noopener noreferrer">
            create one at {exchange.name}
          </a>
          .
        </p>
        {exchange.credentials.map(({ name, label, secret, hint, form }) => (
          <TextField
            key={name}
            label={label}
            value={values[name] ?? ''}
            isSecret={secret}
            isLong={form === 'signing-key'}
            error={
              isSubmitted && isMissing(values[name]) ? 'Required' : findError(failure, name, label)
            }
            onInput={(value) => setValues({ ...values, [name]: value })}
            {...(hint === null ? {} : { hint })}
          />
        ))}
        <label class="checkbox">
          <input
            type="checkbox"
            checked={isUnchecked}
            onChange={(event) => setUnchecked(event.currentTarget.checked)}
          />
          Store it without asking the exchange
        </label>
        {failure !== undefined && <ManagementFailure error={failure} />}
        <div class="dialog-actions">
          <button type="submit" class="button is-primary" disabled={isBusy}>
            {isBusy ? 'Checking at the exchange …' : 'Replace the key'}
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Says why there is no form for the key. */
function FieldsMissing({
  isLoading,
  onClose,
}: {
  readonly isLoading: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Replace the key" onCancel={onClose}>
      <p>
        {isLoading
          ? 'The fields of this exchange are still loading.'
          : 'This service does not support the exchange of the wallet, so its key cannot be replaced.'}
      </p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function isMissing(value = ''): boolean {
  return value.trim() === '';
}

/** Returns why the service refuses a field, as a sentence that begins with its label. */
function findError(failure: Error | undefined, name: string, label: string): string | undefined {
  if (!(failure instanceof ProblemError)) return undefined;
  const found = failure.errors.find(({ parameter }) => parameter === `credentials.${name}`);
  return found && `${label} ${found.message}`;
}
