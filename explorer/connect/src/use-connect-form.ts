import { useState } from 'preact/hooks';

import type {
  ConnectEnd,
  ConnectExchange,
  ConnectSession,
  ConnectStep,
} from '../../../src/domain/connect.ts';
import { normalizeCredential } from '../../../src/domain/credential-form.ts';
import { type ConnectApi, ConnectRefusal } from './connect-api.ts';
import { explainValue } from './credential-field.tsx';
import { canRetry } from './refusal.tsx';
import { explainEnd } from './session-end.ts';

/** Identifier of the field of the exchange. */
export const EXCHANGE_ID = 'exchange';

/** What the form needs, and what it reports. */
export interface ConnectFormProps {
  readonly api: ConnectApi;
  readonly session: ConnectSession;
  readonly exchanges: readonly ConnectExchange[];
  /** Shows the progress of the check; `undefined` when it has ended. */
  readonly onProgress: (progress: CheckProgress | undefined) => void;
  /** The exchange is missing if another request may have connected the account. */
  readonly onConnected: (end: ConnectEnd, exchange?: ConnectExchange) => void;
  readonly onCancel: () => Promise<void>;
  /** Called with the error if it ends the session; see `explainEnd`. */
  readonly onSessionEnd: (error: Error) => void;
}

/** A running check. */
export interface CheckProgress {
  readonly exchange: ConnectExchange;
  readonly step: ConnectStep;
}

/** Texts by the name of a field. */
type Texts = Readonly<Record<string, string>>;

/** Why the account was not connected, or the session not canceled. */
export interface Failure {
  readonly error: Error;
  readonly of: 'check' | 'cancel';
}

/** The state of the form, and what changes it. */
export interface ConnectFormState {
  readonly exchange: ConnectExchange | undefined;
  readonly values: Texts;
  /** Why a value cannot be sent or was refused. */
  readonly errors: Texts;
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
  readonly choose: (exchange: ConnectExchange) => void;
  readonly enter: (name: string, value: string) => void;
  readonly submit: () => Promise<void>;
  readonly cancel: () => Promise<void>;
  /** Repeats what failed, with the values that are in the form now. */
  readonly retry: () => Promise<void>;
}

/** Returns the state of the form. Credentials are in memory only. */
export function useConnectForm(props: ConnectFormProps): ConnectFormState {
  const { session, exchanges } = props;
  const [exchange, setExchange] = useState(() =>
    exchanges.find(({ id }) => id === session.exchange),
  );
  const [values, setValues] = useState<Texts>({});
  const [errors, setErrors] = useState<Texts>({});
  const [failure, setFailure] = useState<Failure | undefined>();
  const [isBusy, setBusy] = useState(false);

  const choose = (chosen: ConnectExchange): void => {
    if (chosen === exchange || isBusy) return;
    setExchange(chosen);
    // A key belongs to one exchange.
    setValues({});
    setErrors({});
    setFailure(undefined);
  };
  const enter = (name: string, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _corrected, ...others }) => others);
  };
  const report = (error: Error, of: Failure['of']): void => {
    if (explainEnd(error) !== undefined) props.onSessionEnd(error);
    else setFailure({ error, of });
  };
  const check = async (chosen: ConnectExchange): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    props.onProgress({ exchange: chosen, step: 'exchange' });
    try {
      props.onConnected(await send(props, chosen, values), chosen);
    } catch (error) {
      const end = await findConnection(props, error as Error);
      if (end !== null) return props.onConnected(end);
      report(error as Error, 'check');
      if (!canRetry(error as Error)) {
        setValues((before) => withoutSecrets(chosen, before));
        setErrors(listFieldErrors(error as Error));
      }
    } finally {
      setBusy(false);
      props.onProgress(undefined);
    }
  };
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const mistakes = findMistakes(exchange, values);
    setErrors(mistakes);
    setFailure(undefined);
    const [first] = Object.keys(mistakes);
    if (first !== undefined) focusField(first);
    else if (exchange !== undefined) await check(exchange);
  };
  const cancel = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await props.onCancel();
    } catch (error) {
      report(error as Error, 'cancel');
    } finally {
      setBusy(false);
    }
  };
  const retry = (): Promise<void> => (failure?.of === 'cancel' ? cancel() : submit());
  return { exchange, values, errors, failure, isBusy, choose, enter, submit, cancel, retry };
}

/** Returns the identifier of the text box of a credential. */
export function fieldId(name: string): string {
  return `credential-${name}`;
}

/** Sends the credentials, normalized. */
async function send(
  { api, onProgress }: ConnectFormProps,
  exchange: ConnectExchange,
  values: Texts,
): Promise<ConnectEnd> {
  const credentials: Texts = Object.fromEntries(
    exchange.credentials.map(({ name }) => [name, normalizeCredential(values[name] ?? '')]),
  );
  return api.submit({ exchange: exchange.id, credentials }, (step) =>
    onProgress({ exchange, step }),
  );
}

/** Returns the end of a session with which an account was connected, although the response to this request is another one. */
async function findConnection({ api }: ConnectFormProps, error: Error): Promise<ConnectEnd | null> {
  if (error instanceof ConnectRefusal && error.problem.code !== 'session_used') return null;
  const session = await api.readSession().catch(() => undefined);
  return session?.connected ?? null;
}

/** Returns what prevents that the form is sent, by field. */
function findMistakes(exchange: ConnectExchange | undefined, values: Texts): Texts {
  if (exchange === undefined) return { [EXCHANGE_ID]: 'Choose the exchange of your account' };
  const mistakes = exchange.credentials.flatMap((credential) => {
    const value = values[credential.name] ?? '';
    const mistake = value.trim() === '' ? 'is missing' : explainValue(credential, value);
    return mistake === undefined ? [] : [[credential.name, mistake] as const];
  });
  return Object.fromEntries(mistakes);
}

function listFieldErrors(error: Error): Texts {
  const { errors = [] } = error instanceof ConnectRefusal ? error.problem : {};
  return Object.fromEntries(errors.map(({ parameter, message }) => [parameter, message]));
}

function withoutSecrets({ credentials }: ConnectExchange, values: Texts): Texts {
  const shown = credentials.filter(({ secret }) => !secret);
  return Object.fromEntries(shown.map(({ name }) => [name, values[name] ?? '']));
}

function focusField(name: string): void {
  document.getElementById(name === EXCHANGE_ID ? EXCHANGE_ID : fieldId(name))?.focus();
}
