/** A value as JSON. It is focusable, so that the keyboard can scroll it. */
export function Example({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre class="example" role="group" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}

/** Writes a value of the document with one member a line. */
export function writeExample(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
