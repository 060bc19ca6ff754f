/**
 * Returns the entry of a table under a name; `undefined` if it has none. Names that objects inherit, such
 * as `constructor`, are not entries.
 */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null,
): Value | undefined {
  return name !== null && Object.hasOwn(table, name) ? table[name] : undefined;
}
