/** CSV as RFC 4180 writes it, with line feeds. */

/** What a spreadsheet may run as a formula, behind marks that were there before. */
const FORMULA = /^'*[=+\-@\t\r]/;
const MARK = "'";

/**
 * A record: cells with a comma, a quote or a line end in them are quoted; `null` is empty. A cell that a
 * spreadsheet may run as a formula begins with an apostrophe ({@link unmarkCell}); no amount does, because
 * none is negative.
 */
export function formatCsvRecord(cells: readonly (string | null)[]): string {
  return cells.map((cell) => (cell === null ? '' : quoteCell(markFormula(cell)))).join(',');
}

/** The cell as it was before {@link formatCsvRecord} marked it. */
export function unmarkCell(text: string): string {
  return text.startsWith(MARK) && FORMULA.test(text) ? text.slice(MARK.length) : text;
}

function markFormula(text: string): string {
  return FORMULA.test(text) ? `${MARK}${text}` : text;
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
