/** Writes CSV (RFC 4180). */

/**
 * Matches text that a spreadsheet may run as a formula, with or without leading apostrophes. Excel in Japanese
 * reads the full-width signs as the others (owasp.org, CSV Injection).
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;

/** End of a record. */
export const CSV_RECORD_END = '\r\n';

/**
 * Returns a record. Cells with a comma, a quote or a line end are quoted. `null` is an empty cell. A cell
 * that a spreadsheet may run as a formula gets a leading apostrophe. `teller transactions --format csv`
 * writes the same apostrophe, and `teller import` removes it. One empty cell is quoted: many readers skip an empty line.
 */
export function formatCsvRecord(cells: readonly (string | null)[]): string {
  const record = cells.map((cell) => (cell === null ? '' : quoteCell(markFormula(cell)))).join(',');
  return record === '' ? '""' : record;
}

function markFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
