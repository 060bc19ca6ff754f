/** Matches a character that is invisible or changes the text direction, which can disguise a text. */
const UNSEEN = /([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00A0])/u;

/**
 * Shows untrusted text. An invisible character is shown as its code point and has no effect on other
 * characters. Copying returns the unchanged text.
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
