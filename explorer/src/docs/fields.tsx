import type { Schema } from './document.ts';
import { Inline } from './prose.tsx';
import { SchemaForm } from './schema-form.tsx';

/** A value with its name. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly description?: string | undefined;
  /** The anchor of the value, if the page links to it. */
  readonly id?: string;
}

/** Shows parameters, headers or the members of an object, with their types and descriptions. */
export function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <dl class="fields">
      {fields.map(({ name, schema, description = schema.description, id }) => (
        <div key={name} id={id}>
          <dt>
            <code>{name}</code>{' '}
            <span class="quiet">
              <SchemaForm schema={schema} />
            </span>
          </dt>
          <dd>
            {description !== undefined && <Inline text={description} />}
            {schema.items?.properties !== undefined && (
              <FieldList fields={listMembers(schema.items)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the members of an object's schema. */
export function listMembers({ properties = {} }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema }));
}
