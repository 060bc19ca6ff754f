/** A number that is written into JSON as this text, digit for digit, and never becomes a JS number. */
export class JsonNumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What {@link writeJson} can write. An undefined property is left out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonNumberText
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** JSON text of a value, with {@link JsonNumberText} as bare numbers. */
export function writeJson(value: JsonValue): string {
  if (value instanceof JsonNumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map((element) => writeJson(element)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}
