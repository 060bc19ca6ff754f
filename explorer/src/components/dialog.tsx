import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** The properties of {@link Dialog}. */
export interface DialogProps {
  readonly title: string;
  /** True if it interrupts the user with a question. */
  readonly isAlert?: boolean;
  /** True while its request runs: the dialog remains until the result is known. */
  readonly isBusy?: boolean;
  /** Called by Escape. */
  readonly onCancel: () => void;
  readonly children: ComponentChildren;
}

/** Shows a modal dialog, whose first control has the focus. At its end, the element that had the focus has it again. */
export function Dialog({
  title,
  isAlert = false,
  isBusy = false,
  onCancel,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Its cleanup runs before the dialog leaves the document; that of an ordinary effect is too late to return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      role={isAlert ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={isAlert ? `${id}-text` : undefined}
      // The handler below cannot prevent that Chromium closes a dialog at the second Escape.
      closedby={isBusy ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onCancel();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
    </dialog>
  );
}
