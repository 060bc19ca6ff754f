import { useState } from 'preact/hooks';

import { ProblemError } from '../../../client/src/index.ts';
import { Detail } from '../components/failure-notice.tsx';
import { Notice } from '../components/notice.tsx';
import { TextField } from '../components/text-field.tsx';
import {
  addConnection,
  type Connection,
  type Connections,
  CONNECTIONS_MAX,
  createClient,
  CREDENTIAL,
  type Credentials,
  findReplaced,
  removeConnection,
  selectConnection,
  suggestName,
} from '../state/connections.ts';
import { openView, route } from '../state/route.ts';
import { CredentialGuide, Introduction } from './connect/first-visit.tsx';
import { findView, VIEWS } from './index.ts';

const FIELDS = [
  { name: 'apiKey', label: 'API key', placeholder: 'key_…', isSecret: true },
  { name: 'orgId', label: 'Organization', placeholder: 'org_…' },
  { name: 'projectId', label: 'Project', placeholder: 'project_…' },
  { name: 'walletId', label: 'Wallet', placeholder: 'wallet_…' },
] as const satisfies readonly { name: keyof Credentials; [property: string]: unknown }[];

const EMPTY: Connection = { apiKey: '', orgId: '', projectId: '', walletId: '', name: '' };

/** Shows the wallets of this tab and a form that adds one; without a wallet, also what the page is. */
export function ConnectView({ all, current }: Connections) {
  if (all.length === 0) {
    return (
      <div class="connect is-first">
        <Introduction />
        <ConnectForm all={all} current={current} />
        <CredentialGuide />
      </div>
    );
  }
  return (
    <div class="connect">
      <h1>Wallets</h1>
      <ConnectionList all={all} current={current} />
      <ConnectForm all={all} current={current} />
    </div>
  );
}

function ConnectionList({ all, current }: Connections) {
  return (
    <ul class="card wallet-list" aria-label="Connected wallets">
      {all.map((connection) => (
        <li key={connection.walletId}>
          <div>
            <p class="wallet-name">{connection.name}</p>
            <p class="quiet wallet-id">{connection.walletId}</p>
          </div>
          <button
            type="button"
            class="button"
            aria-current={connection === current}
            onClick={() => {
              selectConnection(connection);
              leaveConnect();
            }}
          >
            Open<span class="visually-hidden"> {connection.name}</span>
          </button>
          <button type="button" class="button" onClick={() => removeConnection(connection)}>
            Forget<span class="visually-hidden"> {connection.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function ConnectForm({ all, current }: Connections) {
  const [values, setValues] = useState(() => suggestValues(current));
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | undefined>();
  const trimmed = trimValues(values);
  const replaced = findReplaced(all, trimmed);
  const isFull = replaced !== undefined && replaced.walletId !== trimmed.walletId;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    setFailure(undefined);
    if (isFull || FIELDS.some(({ name }) => findMistake(trimmed[name]) !== undefined)) return;
    setBusy(true);
    try {
      await checkCredentials(trimmed);
      addConnection({ ...trimmed, name: trimmed.name || (replaced?.name ?? suggestName(all)) });
      leaveConnect();
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="card connect-form" onSubmit={(event) => void submit(event)} noValidate>
      {all.length > 0 && <h2>Connect another wallet</h2>}
      {failure !== undefined && <Refusal error={failure} />}
      {isChecked && isFull && (
        <Notice tone="error" title="The wallet was not connected" isAlert>
          This tab has {CONNECTIONS_MAX} wallets, which is the maximum. Forget one of them, then
          connect again.
        </Notice>
      )}
      {FIELDS.map((field) => (
        <TextField
          key={field.name}
          {...field}
          value={values[field.name]}
          onInput={(value) => setValues({ ...values, [field.name]: value })}
          error={isChecked ? findMistake(trimmed[field.name]) : undefined}
        />
      ))}
      <TextField
        label="Name"
        value={values.name}
        placeholder={suggestName(all)}
        hint="Optional. Shown in this tab only."
        onInput={(name) => setValues({ ...values, name })}
      />
      <button type="submit" class="button is-primary" disabled={isBusy}>
        {isBusy ? 'Connecting …' : 'Connect'}
      </button>
      <p class="quiet">
        The key is sent to this service only, and kept in this tab until it is closed.
      </p>
    </form>
  );
}

/** Codes of a wallet that was never synchronised. The service has accepted the credentials. */
const UNSYNCED: ReadonlySet<string> = new Set(['wallet_not_synced', 'wallet_stopped']);

/** Sends a request with the credentials. @throws the error of the client if the service refuses them. */
async function checkCredentials(credentials: Credentials): Promise<void> {
  try {
    await createClient(credentials).transactions.list({ limit: 1, fields: ['id'] });
  } catch (error) {
    if (!(error instanceof ProblemError && UNSYNCED.has(error.code))) throw error;
  }
}

/** Shows the view in the URL if the user has followed a link to it; otherwise shows the first view. */
function leaveConnect(): void {
  if (findView(route.get().view) === undefined) openView(VIEWS[0].id);
}

function Refusal({ error }: { readonly error: Error }) {
  if (error instanceof ProblemError) {
    return (
      <Notice tone="error" title={error.title} isAlert>
        <Detail error={error} />
      </Notice>
    );
  }
  return (
    <Notice tone="error" title="The service does not respond" isAlert>
      Check that <code>teller serve</code> is running and that this computer can reach{' '}
      <code>{location.host}</code>, then connect again.
    </Notice>
  );
}

/** Returns initial values for the form. Another wallet is often in the same project. */
function suggestValues(current: Connection | undefined): Connection {
  if (current === undefined) return EMPTY;
  return { ...EMPTY, orgId: current.orgId, projectId: current.projectId };
}

function trimValues(values: Connection): Connection {
  const entries = Object.entries(values).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(entries) as Connection;
}

function findMistake(value: string): string | undefined {
  if (value === '') return 'Required';
  return CREDENTIAL.test(value)
    ? undefined
    : 'Contains a character that keys and identifiers never contain';
}
