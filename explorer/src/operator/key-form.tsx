import { useState } from 'preact/hooks';

import { TextField } from '../components/text-field.tsx';
import { CREDENTIAL } from '../state/connections.ts';
import { createManagement, managementKey } from './management-key.ts';
import { ManagementFailure } from './management-failure.tsx';
import { useAction } from './use-action.ts';

/** Asks for a management key, and says where it comes from. */
export function KeyForm() {
  const [value, setValue] = useState('');
  const [mistake, setMistake] = useState<string | undefined>();
  const { isBusy, failure, run } = useAction();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const key = value.trim();
    const found = findMistake(key);
    setMistake(found);
    if (found !== undefined) return;
    const isAccepted = await run(() => createManagement(key).wallets.page({ limit: 1 }));
    if (isAccepted) managementKey.set(key);
  };
  return (
    <div class="connect">
      <header>
        <h1>All wallets</h1>
        <p class="quiet">
          For the operator of this installation: every wallet with its state, its balances and its
          transactions.
        </p>
      </header>
      <form class="card connect-form" onSubmit={(event) => void submit(event)} noValidate>
        {failure !== undefined && <ManagementFailure error={failure} />}
        <TextField
          label="Management key"
          value={value}
          placeholder="mkey_…"
          hint="From: teller manage-key create"
          error={mistake}
          isSecret
          onInput={setValue}
        />
        <button type="submit" class="button is-primary" disabled={isBusy}>
          {isBusy ? 'Opening …' : 'Show the wallets'}
        </button>
        <p class="quiet">
          The key is sent to this service only, and kept in this tab until it is closed. A key of
          one project (<code>--project ID</code>) shows the wallets of that project.
        </p>
      </form>
    </div>
  );
}

function findMistake(key: string): string | undefined {
  if (key === '') return 'Required';
  return CREDENTIAL.test(key) ? undefined : 'Contains a character that keys never contain';
}
