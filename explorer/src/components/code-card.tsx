import { useState } from 'preact/hooks';

import { CREDENTIAL_PLACEHOLDERS } from '../format/request-code.ts';
import type { Credentials } from '../state/connections.ts';
import { CopyButton } from './copy-button.tsx';

/** The properties of {@link CodeCard}. */
export interface CodeCardProps {
  readonly id?: string;
  /** Accessible name of the code. */
  readonly label: string;
  /** The credentials that the reader can add to the code in place of the placeholders. */
  readonly credentials: Credentials | undefined;
  readonly write: (credentials: Credentials) => string;
}

/** Shows a request as code, with a button that copies it. */
export function CodeCard({ id, label, credentials, write }: CodeCardProps) {
  const [hasCredentials, setHasCredentials] = useState(false);
  const isFilled = hasCredentials && credentials !== undefined;
  const text = write(isFilled ? credentials : CREDENTIAL_PLACEHOLDERS);
  return (
    <div class="card code" id={id}>
      <div class="code-head">
        {credentials !== undefined && (
          <label class="checkbox">
            <input
              type="checkbox"
              checked={hasCredentials}
              onChange={(event) => setHasCredentials(event.currentTarget.checked)}
            />
            With the credentials of this wallet
          </label>
        )}
        <CopyButton text={text} label="Copy the code" />
      </div>
      <pre role="group" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
