/** Records of CSV (RFC 4180). */

/**
 * Matches a text that a spreadsheet may run as a formula, also with marks. Excel in Japanese reads the full-width
 * signs as the others (owasp.org, CSV Injection).
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/;
const MARK = "'";

/**
 * Returns a CSV record. Cells with a comma, a quote or a line end are quoted; `null` is empty. A cell that a
 * spreadsheet may run as a formula is marked with an apostrophe ({@link unmarkCell}); amounts are never
 * marked, because they are not negative. One empty cell is quoted: many readers skip an empty line, as Python's `csv` does.
 */
export function formatCsvRecord(cells: readonly (string | null)[]): string {
  const record = cells.map((cell) => (cell === null ? '' : quoteCell(markFormula(cell)))).join(',');
  return record === '' ? '""' : record;
}

/** Returns the cell without the mark of {@link formatCsvRecord}. */
export function unmarkCell(text: string): string {
  return text.startsWith(MARK) && FORMULA.test(text) ? text.slice(MARK.length) : text;
}

function markFormula(text: string): string {
  return FORMULA.test(text) ? `${MARK}${text}` : text;
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
