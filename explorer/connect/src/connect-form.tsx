import { CredentialField } from './credential-field.tsx';
import { ExchangeField } from './exchange-field.tsx';
import { KeyGuide, needsKey } from './key-guide.tsx';
import { Refusal } from './refusal.tsx';
import {
  type ConnectFormProps,
  type ConnectFormState,
  EXCHANGE_ID,
  fieldId,
  useConnectForm,
} from './use-connect-form.ts';

/** Shows the choice of the exchange, the guide to a key, and the fields of its credentials. */
export function ConnectForm(props: ConnectFormProps) {
  const { session, exchanges } = props;
  const form = useConnectForm(props);
  const { exchange, errors, failure, isBusy, submit } = form;
  return (
    <form
      autocomplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {session.exchange === null && (
        <section class="card step">
          <ExchangeField
            id={EXCHANGE_ID}
            exchanges={exchanges}
            chosen={exchange}
            onChoose={form.choose}
            error={errors[EXCHANGE_ID]}
          />
        </section>
      )}
      {exchange !== undefined && <KeyGuide exchange={exchange} />}
      <section class="card step">
        <CredentialFields form={form} />
        {failure !== undefined && (
          <Refusal
            error={failure.error}
            exchange={exchange}
            project={session.projectName}
            onRetry={() => void form.retry()}
          />
        )}
        <p class="actions">
          <button type="submit" class="button is-primary" aria-disabled={isBusy}>
            Connect
          </button>
          <button
            type="button"
            class="button"
            aria-disabled={isBusy}
            onClick={() => void form.cancel()}
          >
            Cancel
          </button>
        </p>
      </section>
    </form>
  );
}

/** Shows a text box for each credential of the chosen exchange. */
function CredentialFields({ form }: { readonly form: ConnectFormState }) {
  const { exchange, values, errors, enter } = form;
  if (exchange === undefined) return null;
  return (
    <>
      <h2>{needsKey(exchange) ? 'Enter the key' : 'Enter the address'}</h2>
      {exchange.credentials.map((credential) => (
        <CredentialField
          key={`${exchange.id} ${credential.name}`}
          id={fieldId(credential.name)}
          credential={credential}
          value={values[credential.name] ?? ''}
          error={errors[credential.name]}
          onInput={(value) => enter(credential.name, value)}
        />
      ))}
    </>
  );
}
