/** Shows text of the document. Text between backticks is code, and an empty line begins a paragraph. */
export function Prose({ text }: { readonly text: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ));
}

/** Shows text without paragraphs. Text between backticks is code. */
export function Inline({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
