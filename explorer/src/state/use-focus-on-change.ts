import { useEffect, useRef } from 'preact/hooks';

/** Moves the focus to the content when another view is opened. */
export function useFocusOnChange(
  target: { readonly current: HTMLElement | null },
  view: string,
): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    target.current?.focus();
  }, [view, target]);
}
