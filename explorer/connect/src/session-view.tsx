import type { ConnectScope, ConnectSession } from '../../../src/domain/connect.ts';
import { CheckIcon } from '../../src/components/icons.tsx';
import { ForeignText } from '../../src/components/foreign-text.tsx';

const SCOPES: Readonly<Record<ConnectScope, string>> = {
  balances: 'Your balances, and which part of them can be withdrawn',
  withdrawal_networks: 'The networks on which your assets can be withdrawn, with their limits',
  transactions:
    'Your deposits, withdrawals, transfers, rewards and fees, with their addresses, since the account exists',
};

/** Shows who asks, what it will be able to read, and what it will not be able to do. */
export function SessionView({ session }: { readonly session: ConnectSession }) {
  const { projectName, reads, reconnects, returnOrigin } = session;
  const project = <ForeignText text={projectName} />;
  return (
    <section class="card step" aria-labelledby="scopes-title">
      <p>
        <strong>{project}</strong>{' '}
        {reconnects === null
          ? 'asks to read one of your accounts at an exchange.'
          : 'asks for a new key to an account that it already reads. Its history remains.'}
      </p>
      {reconnects !== null && reconnects.label !== null && (
        <p class="quiet">
          The account is listed as “
          <ForeignText text={reconnects.label} />
          ”.
        </p>
      )}
      <h2 id="scopes-title">{project} will be able to read</h2>
      <ul class="scopes">
        {reads.map((scope) => (
          <li key={scope}>
            <CheckIcon />
            {SCOPES[scope] ?? scope}
          </li>
        ))}
      </ul>
      <p class="quiet">
        It cannot trade, withdraw or transfer: a key that may do so is refused if the exchange
        reports it. The key is sent to <strong>{location.host}</strong> only, stored encrypted, and
        not shown to {project}.
        {returnOrigin !== null && <> Afterwards you return to {new URL(returnOrigin).host}.</>}
      </p>
    </section>
  );
}
