/** Text of the document with `code` between backticks; an empty line begins a paragraph. */
export function Prose({ text }: { readonly text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ));
}

/** A piece of text with `code` between backticks. */
export function Inline({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
