/** In Node since 22; not in TypeScript's library yet. */
const { rawJSON } = JSON as JSON & { readonly rawJSON: (text: string) => unknown };

/**
 * A number that is written into JSON as this text, digit for digit, and never becomes a JS number.
 */
export class JsonNumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return rawJSON(this.text);
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
  return JSON.stringify(value);
}
