import type { ComponentChildren } from 'preact';

/** Severity of a notice. */
export type Tone = 'information' | 'warning' | 'error';

/** The properties of {@link Notice}. */
export interface NoticeProps {
  readonly tone: Tone;
  /** What happened. */
  readonly title: string;
  /** Why, and what to do. */
  readonly children: ComponentChildren;
  /** A button, for example. */
  readonly action?: ComponentChildren;
  /** True if screen readers announce the notice immediately, because a request of the user failed. */
  readonly isAlert?: boolean;
}

/** Shows a message in the page. */
export function Notice({ tone, title, children, action, isAlert = false }: NoticeProps) {
  return (
    <section class={`notice notice-${tone}`} role={isAlert ? 'alert' : undefined}>
      <div class="notice-text">
        <p class="notice-title">{title}</p>
        <div>{children}</div>
      </div>
      {action}
    </section>
  );
}
