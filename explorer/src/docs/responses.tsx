import { Fragment } from 'preact';

import { anchorOfHeader, nameOfReference, type ResponseDescription } from './document.ts';
import { Example, writeExample } from './example.tsx';
import { Prose } from './prose.tsx';
import { SchemaForm } from './schema-form.tsx';

interface ResponseProps {
  readonly status: string;
  readonly response: ResponseDescription;
}

/** What a request returns, by status. */
export function Responses({
  responses,
}: {
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}) {
  return (
    <>
      <h4>Responses</h4>
      <dl class="responses">
        {Object.entries(responses).map(([status, response]) => (
          <div key={status}>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>
              <Meaning response={response} />
              <Body status={status} response={response} />
              <HeaderNames response={response} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The problems of a status, which have sections of their own, or what the response is. */
function Meaning({ response: { description, content = {} } }: Pick<ResponseProps, 'response'>) {
  const codes = Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
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

function Body({ status, response: { content = {} } }: ResponseProps) {
  return Object.entries(content).map(([type, { schema, example }]) => (
    <div key={type}>
      <p class="quiet">
        <code>{type}</code>: <SchemaForm schema={schema} />
      </p>
      {example !== undefined && (
        <Example
          label={`Example of a response with status ${status}`}
          text={writeExample(example)}
        />
      )}
    </div>
  ));
}

function HeaderNames({ response: { headers = {} } }: Pick<ResponseProps, 'response'>) {
  const names = Object.values(headers).map(({ $ref }) => nameOfReference($ref));
  if (names.length === 0) return null;
  return (
    <p class="quiet">
      Headers:{' '}
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
