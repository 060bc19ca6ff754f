/** Shows the first control of a page. It moves the focus past the repeated header. */
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
