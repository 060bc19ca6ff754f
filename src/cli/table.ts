/** Tables for a terminal. */
import { breakLine } from './help-text.ts';

const GAP = '  ';
/** Narrower terminals wrap lines themselves. */
const WIDTH_MIN = 40;
/** A cell without a value; a list of fields omits it. */
const NO_VALUE = new Set(['', '-']);
/**
 * Matches control characters, because texts of an exchange must not move the cursor or colour the terminal.
 */
const UNPRINTABLE = /\p{C}/gu;

/**
 * Returns a table with a header line. If a line does not fit into `width`, each row becomes a list of its
 * fields instead, so no value is shortened. Without rows, it is the header, broken between its words. Without a `width` the output is not a
 * terminal.
 *
 * @param right header cells of columns with numbers, which are aligned to the right.
 */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
  right: readonly string[] = [],
): string {
  const lines = [header, ...rows].map((row) => row.map(makePrintable));
  const widths = header.map((_, column) =>
    lines.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  const lineWidth = widths.reduce((sum, each) => sum + GAP.length + each, -GAP.length);
  if (width !== undefined && lineWidth > width) {
    if (rows.length === 0) return breakLine(header.join(' '), width).join('\n');
    return formatLists(header, lines.slice(1), Math.max(width, WIDTH_MIN));
  }
  return lines
    .map((row) =>
      row
        .map((cell, column) => {
          const cellWidth = widths[column] ?? 0;
          return right.includes(header[column] ?? '')
            ? cell.padStart(cellWidth)
            : cell.padEnd(cellWidth);
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Returns the text for a terminal, without control characters. */
export function makePrintable(text: string): string {
  return text.replaceAll(UNPRINTABLE, '�');
}

/** Returns the text for a terminal, without control characters other than line ends. */
export function makeLinesPrintable(text: string): string {
  return text.split('\n').map(makePrintable).join('\n');
}

/** Returns each row as lines of a name and a value. A row without a first value continues the row above. */
function formatLists(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const nameWidth = Math.max(...header.map((name) => name.length));
  const valueWidth = width - nameWidth - GAP.length;
  const blocks = rows.map((row, index) => {
    const fields = header.flatMap((name, column) => {
      const value = row[column] ?? '';
      if (NO_VALUE.has(value)) return [];
      return wrap(value, valueWidth).map(
        (part, line) => (line === 0 ? name : '').padEnd(nameWidth) + GAP + part,
      );
    });
    const isContinued = index > 0 && row[0] === '';
    return (index === 0 || isContinued ? '' : '\n') + fields.join('\n');
  });
  return blocks.join('\n');
}

/** Returns the text in lines of the width, broken between words; an identifier may be longer than a line. */
function wrap(text: string, width: number): string[] {
  return breakLine(text, width).flatMap((line) => {
    const characters = Array.from(line);
    const count = Math.max(1, Math.ceil(characters.length / width));
    return Array.from({ length: count }, (_, part) =>
      characters.slice(part * width, (part + 1) * width).join(''),
    );
  });
}
