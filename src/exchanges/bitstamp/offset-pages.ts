/** Reads Bitstamp's lists by offset. */

/** Maximum offset that Bitstamp's lists accept (bitstamp.net/api, User transactions). */
const OFFSET_MAX = 200_000;

/** The rows of a list's pages. */
export interface Pages {
  /** Rows by their JSON text: a row on two pages is one row. */
  readonly rows: ReadonlyMap<string, unknown>;
  /** The last page that was read, if the list continues after the maximum offset. */
  readonly rest: readonly unknown[] | undefined;
}

/**
 * Reads pages until a page is empty or repeats the previous one. Further pages may follow a short page. New
 * rows only shift other rows to a later page.
 *
 * @param isWanted selects the rows that are returned.
 */
export async function readPages(
  pageSize: number,
  read: (offset: number) => Promise<readonly unknown[]>,
  isWanted: (row: unknown) => boolean = () => true,
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
      if (isWanted(row)) rows.set(texts[index] ?? '', row);
    });
    before = new Set(texts);
  }
  return { rows, rest: page };
}
