/** Available in Node since 22, but not yet in TypeScript's library. */
const { rawJSON } = JSON as JSON & { readonly rawJSON: (text: string) => unknown };

/** A number that is written into JSON as this text, and never becomes a JavaScript number. */
export class JsonNumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return rawJSON(this.text);
  }
}

/** The values that {@link writeJson} can write. An undefined property is omitted. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonNumberText
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** Returns the JSON text of a value, with {@link JsonNumberText} as JSON numbers. */
export function writeJson(value: JsonValue): string {
  return JSON.stringify(value);
}
