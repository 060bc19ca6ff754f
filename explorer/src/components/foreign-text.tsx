/** Characters that have no shape, or change the direction of others: they may disguise a text. */
const UNSEEN = /([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00A0])/u;

/**
 * Text that somebody else has chosen. A character that cannot be seen is shown by its code point and has
 * no effect on its neighbours; what is copied is the text itself.
 */
export function ForeignText({ text }: { readonly text: string }) {
  if (!UNSEEN.test(text)) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.split(UNSEEN).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <bdi key={index} class="unseen" data-code={writeCodePoint(part)}>
            {part}
          </bdi>
        ),
      )}
    </bdi>
  );
}

function writeCodePoint(character: string): string {
  const hex = character.codePointAt(0)?.toString(16).toUpperCase() ?? '';
  return `U+${hex.padStart(4, '0')}`;
}
