/** Tables for a terminal. */

const GAP = '  ';
const SHORTENED_WIDTH_MIN = 12;
/** Texts of an exchange must not move the cursor or colour the terminal. */
const UNPRINTABLE = /\p{C}/gu;

/**
 * Returns a table with a header line. With a `width`, the widest columns are shortened in the middle until a
 * line fits; without one (the output is not a terminal) every value is complete.
 *
 * @param right header cells of columns with numbers, which are aligned to the right and never shortened.
 */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
  right: readonly string[] = [],
): string {
  const lines = [header, ...rows].map((row) => row.map(makePrintable));
  const natural = header.map((_, column) =>
    lines.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  const shrinkable = header.map((name) => !right.includes(name));
  const widths = width === undefined ? natural : shrink(natural, shrinkable, width);
  return lines
    .map((row) =>
      row
        .map((cell, column) => {
          const cellWidth = widths[column] ?? 0;
          const shown = shorten(cell, cellWidth);
          return right.includes(header[column] ?? '')
            ? shown.padStart(cellWidth)
            : shown.padEnd(cellWidth);
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Returns the text without control characters for the terminal. */
export function makePrintable(text: string): string {
  return text.replaceAll(UNPRINTABLE, '�');
}

/** Shortens the widest column until the line fits or no column can be shortened further. */
function shrink(
  natural: readonly number[],
  shrinkable: readonly boolean[],
  width: number,
): number[] {
  const widths = [...natural];
  const gaps = GAP.length * (widths.length - 1);
  let surplus = widths.reduce((sum, columnWidth) => sum + columnWidth, gaps) - width;
  while (surplus > 0) {
    const widest = widths.reduce(
      (best, columnWidth, column) =>
        shrinkable[column] === true && columnWidth > (widths[best] ?? 0) ? column : best,
      widths.length,
    );
    const columnWidth = widths[widest] ?? 0;
    if (columnWidth <= SHORTENED_WIDTH_MIN) break;
    widths[widest] = columnWidth - 1;
    surplus -= 1;
  }
  return widths;
}

function shorten(text: string, width: number): string {
  if (text.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  const tail = width - 1 - head;
  return `${text.slice(0, head)}…${text.slice(text.length - tail)}`;
}
