import { useRef } from 'preact/hooks';

import { openView, route } from '../state/route.ts';

/** The properties of {@link CursorPager}. */
export interface CursorPagerProps {
  /** Identifies the list without its page. */
  readonly listKey: string;
  /** The cursor of the shown page; `undefined` for the first one. */
  readonly cursor: string | undefined;
  /** The cursor of the next page; `null` on the last one, `undefined` while the page is loading. */
  readonly nextCursor: string | null | undefined;
}

/**
 * Shows the buttons for the next and previous page. A list links only to its next page, so the cursors of the pages before
 * are remembered; after a reload of the browser, the page before is the first one.
 */
export function CursorPager({ listKey, cursor, nextCursor }: CursorPagerProps) {
  const opened = useRef<{ key: string; cursors: (string | undefined)[] }>({ key: '', cursors: [] });
  if (opened.current.key !== listKey) opened.current = { key: listKey, cursors: [undefined] };
  const { cursors } = opened.current;
  const at = cursors.indexOf(cursor);
  const open = (target: string | undefined): void => {
    const { view, parameters } = route.get();
    openView(view, { ...parameters, cursor: target });
  };
  const openNext = (target: string): void => {
    opened.current.cursors = [
      ...(at === -1 ? [undefined, cursor] : cursors.slice(0, at + 1)),
      target,
    ];
    open(target);
  };
  if (cursor === undefined && typeof nextCursor !== 'string') return null;
  return (
    <div class="toolbar pager-bar">
      <div class="pager">
        <button
          type="button"
          class="button"
          disabled={cursor === undefined}
          onClick={() => open(at > 0 ? cursors[at - 1] : undefined)}
        >
          Previous page
        </button>
        <button
          type="button"
          class="button"
          disabled={typeof nextCursor !== 'string'}
          onClick={() => typeof nextCursor === 'string' && openNext(nextCursor)}
        >
          Next page
        </button>
      </div>
    </div>
  );
}
