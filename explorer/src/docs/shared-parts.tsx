/** Shows the parts of the document that several requests use: credentials, response headers and schemas. */
import {
  anchorOfHeader,
  anchorOfSchema,
  type ResponseHeader,
  type Schema,
  type SecurityScheme,
} from './document.ts';
import { FieldList, listMembers } from './fields.tsx';
import { Inline } from './prose.tsx';

/** Shows the methods of authentication. */
export function Authentication({
  schemes,
}: {
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
}) {
  return (
    <dl class="card fields">
      {Object.entries(schemes).map(([name, scheme]) => (
        <div key={name}>
          <dt>
            <code>{scheme.type === 'apiKey' ? scheme.name : 'authorization: Bearer …'}</code>
          </dt>
          <dd>
            <Inline text={scheme.description} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the response headers with their descriptions. */
export function HeaderList({
  headers,
}: {
  readonly headers: Readonly<Record<string, ResponseHeader>>;
}) {
  const fields = Object.entries(headers).map(([name, { schema, description }]) => ({
    name,
    schema,
    description,
    id: anchorOfHeader(name),
  }));
  return (
    <div class="card">
      <FieldList fields={fields} />
    </div>
  );
}

/** Shows the schemas of the objects in responses. */
export function SchemaSections({
  schemas,
}: {
  readonly schemas: Readonly<Record<string, Schema>>;
}) {
  return Object.entries(schemas).map(([name, schema]) => {
    const anchor = anchorOfSchema(name);
    return (
      <section key={name} class="card schema" id={anchor}>
        <h3>{name}</h3>
        {schema.description !== undefined && (
          <p>
            <Inline text={schema.description} />
          </p>
        )}
        <FieldList fields={listMembers(schema)} />
      </section>
    );
  });
}
