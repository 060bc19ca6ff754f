import { Fragment } from 'preact';

import { anchorOfSchema, nameOfReference, type Schema } from './document.ts';

/** Shows the type of a value with a link to its schema, its bounds and its allowed values. */
export function SchemaForm({ schema }: { readonly schema: Schema }) {
  if (schema.$ref !== undefined) return <SchemaLink reference={schema.$ref} />;
  if (schema.type === 'array' && schema.items !== undefined) {
    return (
      <>
        array of <SchemaForm schema={schema.items} />
      </>
    );
  }
  const references = schema.anyOf?.filter(({ $ref }) => $ref !== undefined) ?? [];
  if (references.length > 0) {
    return references.map((reference, index) => (
      <Fragment key={reference.$ref}>
        {index > 0 && ' or '}
        <SchemaForm schema={reference} />
      </Fragment>
    ));
  }
  const words = describeForm(schema);
  return (
    <>
      {words.join(', ')}
      {schema.enum !== undefined && <Choices values={schema.enum} />}
      {schema.pattern !== undefined && (
        <>
          , matches <code>{schema.pattern}</code>
        </>
      )}
    </>
  );
}

/** Shows a link to the section of a schema. */
export function SchemaLink({ reference }: { readonly reference: string }) {
  const name = nameOfReference(reference);
  return <a href={`#${anchorOfSchema(name)}`}>{name}</a>;
}

function Choices({ values }: { readonly values: readonly string[] }) {
  return (
    <>
      , one of{' '}
      {values.map((value, index) => (
        <Fragment key={value}>
          {index > 0 && ', '}
          <code>{value}</code>
        </Fragment>
      ))}
    </>
  );
}

function describeForm({ type = 'string', ...schema }: Schema): string[] {
  const words = [[type].flat().join(' or ')];
  if (schema.format !== undefined) words.push(schema.format);
  if (schema.minimum !== undefined) {
    words.push(
      schema.maximum === undefined
        ? `at least ${schema.minimum}`
        : `${schema.minimum} to ${schema.maximum}`,
    );
  }
  if (schema.default !== undefined) words.push(`default ${schema.default}`);
  return words;
}
