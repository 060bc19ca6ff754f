/** Returns a schema that accepts only described members. The document itself allows more: a version may add some. */
export function closeObjects(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closeObjects);
  const closed = Object.entries(schema).map(
    ([name, value]) => [name, closeObjects(value)] as const,
  );
  const isObject = 'properties' in schema && 'type' in schema && schema.type === 'object';
  return { ...Object.fromEntries(closed), ...(isObject && { additionalProperties: false }) };
}
