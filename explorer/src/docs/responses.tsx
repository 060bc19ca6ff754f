import { Fragment } from 'preact';

import { anchorOfHeader, nameOfReference, type ResponseDescription } from './document.ts';
import { Example, writeExample } from './example.tsx';
import { Prose } from './prose.tsx';
import { SchemaForm } from './schema-form.tsx';

type ResponsesByStatus = Readonly<Record<string, ResponseDescription>>;

/** Shows the responses of a request by status. */
export function Responses({ responses }: { readonly responses: ResponsesByStatus }) {
  const common = listCommonHeaders(responses);
  return (
    <>
      <h4>Responses</h4>
      <HeaderNames label="Headers of every response" names={common} />
      <dl class="responses">
        {Object.entries(responses).map(([status, response]) => (
          <div key={status}>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>
              <Meaning response={response} />
              <MediaTypes
                label={`Example of a response with status ${status}`}
                content={response.content}
              />
              <HeaderNames
                label="Headers"
                names={listHeaders(response).filter((name) => !common.includes(name))}
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Shows links to the problems of a status, or the description of the response. */
function Meaning({
  response: { description, 'x-codes': codes = [] },
}: {
  readonly response: ResponseDescription;
}) {
  if (codes.length === 0) return <Prose text={description} />;
  return (
    <ul class="codes">
      {codes.map((code) => (
        <li key={code}>
          <a href={`#${code}`}>
            <code>{code}</code>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shows the schema and the example of a body in each of its forms. */
export function MediaTypes({
  label,
  content = {},
}: {
  /** Names the example. */
  readonly label: string;
  readonly content: ResponseDescription['content'];
}) {
  return Object.entries(content).map(([type, { schema, example }]) => (
    <div key={type}>
      <p class="quiet">
        <code>{type}</code>: <SchemaForm schema={schema} />
      </p>
      {example !== undefined && <Example label={label} text={writeExample(example)} />}
    </div>
  ));
}

function listHeaders({ headers = {} }: ResponseDescription): string[] {
  return Object.values(headers).map(({ $ref }) => nameOfReference($ref));
}

function listCommonHeaders(responses: ResponsesByStatus): string[] {
  const [first = [], ...others] = Object.values(responses).map(listHeaders);
  return first.filter((name) => others.every((names) => names.includes(name)));
}

function HeaderNames({
  label,
  names,
}: {
  readonly label: string;
  readonly names: readonly string[];
}) {
  if (names.length === 0) return null;
  return (
    <p class="quiet">
      {label}:{' '}
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <a href={`#${anchorOfHeader(name)}`}>
            <code>{name}</code>
          </a>
        </Fragment>
      ))}
    </p>
  );
}
