/** An offset that Bitstamp's lists take at most (bitstamp.net/api, User transactions). */
const OFFSET_MAX = 200_000;

/** What the pages of a list hold. */
export interface Pages {
  /** Rows by their JSON text: a row that two pages tell is one. */
  readonly rows: ReadonlyMap<string, unknown>;
  /** The last page that was read, where the list goes on behind it and no offset tells how. */
  readonly rest: readonly unknown[] | undefined;
}

/**
 * Reads page by page until one is empty or tells only what the page before did; a short page says
 * nothing of what is behind it, and a full one that is repeated is no end. Rows that arrive
 * meanwhile shift others to a later page at most.
 *
 * @param keep which rows are wanted.
 */
export async function readPages(
  pageSize: number,
  read: (offset: number) => Promise<readonly unknown[]>,
  keep: (row: unknown) => boolean = () => true,
): Promise<Pages> {
  const rows = new Map<string, unknown>();
  let before = new Set<string>();
  let page: readonly unknown[] = [];
  for (let offset = 0; offset <= OFFSET_MAX; offset += pageSize) {
    page = await read(offset);
    const texts = page.map((row) => JSON.stringify(row) ?? '');
    if (texts.every((text) => before.has(text))) {
      return { rows, rest: page.length < pageSize ? undefined : page };
    }
    page.forEach((row, index) => {
      if (keep(row)) rows.set(texts[index] ?? '', row);
    });
    before = new Set(texts);
  }
  return { rows, rest: page };
}
