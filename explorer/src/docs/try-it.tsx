import { useRef, useState } from 'preact/hooks';

import { CodeCard } from '../components/code-card.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { writeCurl } from '../format/request-code.ts';
import { connections, findBaseUrl, selectConnection } from '../state/connections.ts';
import { useStore } from '../state/store.ts';
import { type ApiDocument, type Endpoint, listSchemes, type Parameter } from './document.ts';
import { ResponseView } from './response-view.tsx';
import {
  type ApiResponse,
  listHeaders,
  type RequestValues,
  sendRequest,
  writeUrl,
} from './request.ts';

/** The properties of {@link TryIt}. */
export interface TryItProps {
  readonly endpoint: Endpoint;
  readonly document: ApiDocument;
}

/** Shows a form that sends the request with the credentials of a connected wallet, and shows the response. */
export function TryIt(props: TryItProps) {
  return (
    <details class="try">
      <summary>Try it</summary>
      <RequestForm {...props} />
    </details>
  );
}

function RequestForm({ endpoint, document }: TryItProps) {
  const { parameters = [], security } = endpoint;
  const schemes = listSchemes(security, document);
  const { current } = useStore(connections);
  const [values, setValues] = useState<RequestValues>({ parameters: {}, bearerToken: '' });
  const { response, isSending, send } = useRequest();
  const address = findBaseUrl() + writeUrl(endpoint, values);
  const submit = (event: Event): void => {
    event.preventDefault();
    send(address, listHeaders(endpoint, schemes, values, current));
  };
  const needsWallet = schemes.some(([, { type }]) => type === 'apiKey');
  const needsToken = schemes.some(([, { type }]) => type === 'http');
  return (
    <form class="try-form" onSubmit={submit} aria-label={`Try ${endpoint.path}`} noValidate>
      {needsWallet && <WalletChoice />}
      {needsToken && (
        <TextField
          label="Bearer token"
          value={values.bearerToken}
          onInput={(bearerToken) => setValues({ ...values, bearerToken })}
          isSecret
        />
      )}
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values.parameters[parameter.name] ?? ''}
          onChange={(value) =>
            setValues({
              ...values,
              parameters: { ...values.parameters, [parameter.name]: value },
            })
          }
        />
      ))}
      <div class="button-row">
        <button type="submit" class="button is-primary" disabled={isSending}>
          {isSending ? 'Sending …' : 'Send'}
        </button>
      </div>
      {response !== undefined && <ResponseView response={response} />}
      <CodeCard
        label="Request as curl"
        credentials={needsWallet ? current : undefined}
        write={(credentials) =>
          writeCurl(address, listHeaders(endpoint, schemes, values, credentials))
        }
      />
    </form>
  );
}

/** Lets the user select the wallet whose credentials are sent, of those that are connected in this tab. */
function WalletChoice() {
  const { all, current } = useStore(connections);
  if (current === undefined) {
    return (
      <p class="quiet try-wide">
        No wallet is connected in this tab, so the request has no credentials.{' '}
        <a href="./#/connect">Connect a wallet</a>, then return to this page.
      </p>
    );
  }
  return (
    <SelectField
      label="Wallet"
      value={current.walletId}
      options={all.map(({ walletId, name }) => [walletId, name])}
      onChange={(value) => {
        const chosen = all.find(({ walletId }) => walletId === value);
        if (chosen !== undefined) selectConnection(chosen);
      }}
    />
  );
}

function ParameterField({
  parameter: { name, schema },
  value,
  onChange,
}: {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  if (schema.enum !== undefined) {
    const choices = schema.enum.map((choice) => [choice, choice] as const);
    return (
      <SelectField
        label={name}
        value={value}
        options={[['', 'Not sent'], ...choices]}
        onChange={onChange}
      />
    );
  }
  const placeholder = schema.default ?? schema.examples?.[0];
  return (
    <TextField
      label={name}
      value={value}
      placeholder={placeholder === undefined ? 'Not sent' : String(placeholder)}
      onInput={onChange}
    />
  );
}

/**
 * Returns the response to the latest request, whether it is being sent, and a function that sends one. Ignores
 * responses to earlier requests.
 */
function useRequest() {
  const [response, setResponse] = useState<ApiResponse | Error | undefined>();
  const [isSending, setSending] = useState(false);
  const sent = useRef(0);
  const send = (address: string, headers: readonly (readonly [string, string])[]): void => {
    sent.current += 1;
    const own = sent.current;
    setSending(true);
    const settle = (result: ApiResponse | Error): void => {
      if (own !== sent.current) return;
      setResponse(result);
      setSending(false);
    };
    sendRequest(address, headers).then(settle, settle);
  };
  return { response, isSending, send };
}
