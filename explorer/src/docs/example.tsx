/** Shows a value as JSON. It can have the focus, so that the reader can scroll it with the keyboard. */
export function Example({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre class="example" role="group" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}

/** Returns a value of the document as JSON with one member on each line. */
export function writeExample(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
