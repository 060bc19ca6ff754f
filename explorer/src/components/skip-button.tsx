/** The first control of a page: it moves the focus past what all pages repeat. */
export function SkipButton({
  target,
}: {
  readonly target: { readonly current: HTMLElement | null };
}) {
  return (
    <button type="button" class="skip" onClick={() => target.current?.focus()}>
      Skip to content
    </button>
  );
}
