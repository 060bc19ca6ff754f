import { useEffect, useState } from 'preact/hooks';

import type { ConnectCredential } from '../../../src/domain/connect.ts';
import { explainCredentialForm, normalizeCredential } from '../../../src/domain/credential-form.ts';
import { TextField } from '../../src/components/text-field.tsx';

/** Wait after the last key: a value that is not complete yet is not wrong. */
const TYPING_MS = 500;

/** The properties of {@link CredentialField}. */
export interface CredentialFieldProps {
  readonly id: string;
  readonly credential: ConnectCredential;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Why the value cannot be sent, or why the service refuses it. */
  readonly error: string | undefined;
}

/** Shows the text box of a credential, and explains a wrong form when the customer stops typing. */
export function CredentialField({ id, credential, value, onInput, error }: CredentialFieldProps) {
  const { label, hint, secret, form } = credential;
  const [checked, setChecked] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const mistake = error ?? (checked === value ? explainValue(credential, value) : undefined);
  return (
    <div aria-live="polite" onFocusOut={() => setChecked(value)}>
      <TextField
        id={id}
        label={label}
        value={value}
        onInput={onInput}
        error={mistake === undefined ? undefined : `${label} ${mistake}`}
        isSecret={secret}
        isLong={form === 'signing-key'}
        {...(hint === null ? {} : { hint })}
      />
    </div>
  );
}

/** Explains what is wrong with the form of a value; `undefined` for an empty one. */
export function explainValue({ form }: ConnectCredential, value: string): string | undefined {
  const normalized = normalizeCredential(value);
  return normalized === '' ? undefined : explainCredentialForm(form, normalized);
}
