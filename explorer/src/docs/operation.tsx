import { type ApiDocument, type Endpoint, listSchemes } from './document.ts';
import { type Field, FieldList } from './fields.tsx';
import { Prose } from './prose.tsx';
import { Responses } from './responses.tsx';
import { TryIt } from './try-it.tsx';

const PARAMETER_PLACES = [
  ['query', 'Query parameters'],
  ['header', 'Request headers'],
] as const;

/** Shows a request: its parameters, a form that sends it, and its responses. */
export function OperationSection({
  endpoint,
  document,
}: {
  readonly endpoint: Endpoint;
  readonly document: ApiDocument;
}) {
  const { operationId, path, summary, description, parameters = [] } = endpoint;
  return (
    <section class="card operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>
        <span class="method">GET</span> <code>{path}</code>
      </h3>
      <Prose text={summary} />
      <Prose text={description} />
      <CredentialNote endpoint={endpoint} document={document} />
      {PARAMETER_PLACES.map(([place, title]) => {
        const fields = parameters.filter((parameter) => parameter.in === place);
        return fields.length > 0 && <Fields key={place} title={title} fields={fields} />;
      })}
      <TryIt endpoint={endpoint} document={document} />
      <Responses responses={endpoint.responses} />
    </section>
  );
}

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly Field[] }) {
  return (
    <>
      <h4>{title}</h4>
      <FieldList fields={fields} />
    </>
  );
}

function CredentialNote({
  endpoint: { security },
  document,
}: {
  readonly endpoint: Endpoint;
  readonly document: ApiDocument;
}) {
  const schemes = listSchemes(security, document);
  if (schemes.length === 0) return <p class="quiet">Needs no credentials.</p>;
  if (schemes.some(([, { type }]) => type === 'http')) {
    return <p class="quiet">Needs a bearer token.</p>;
  }
  return (
    <p class="quiet">
      Needs the headers of <a href="#authentication">Authentication</a>.
    </p>
  );
}
