/** CSV as RFC 4180 writes it, with line feeds. */

/** A record: cells with a comma, a quote or a line end in them are quoted; `null` is empty. */
export function formatCsvRecord(cells: readonly (string | null)[]): string {
  return cells.map((cell) => (cell === null ? '' : quoteCell(cell))).join(',');
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
