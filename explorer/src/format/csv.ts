/** CSV as in RFC 4180. */

/** A text that a spreadsheet may run as a formula, with or without earlier marks. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** What ends a record. */
export const CSV_RECORD_END = '\r\n';

/**
 * Returns a record. Cells with a comma, a quote or a line end are quoted; `null` is empty. A cell that a
 * spreadsheet may run as a formula is marked with an apostrophe, as `teller transactions --format csv`
 * does and `teller import` removes.
 */
export function formatCsvRecord(cells: readonly (string | null)[]): string {
  return cells.map((cell) => (cell === null ? '' : quoteCell(markFormula(cell)))).join(',');
}

function markFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
