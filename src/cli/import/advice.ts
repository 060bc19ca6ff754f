/** Advice for files that a spreadsheet has saved in a format of its country. */
export const DECIMAL_COMMA_ADVICE = 'CSV with decimal commas is read with --decimal-comma';
export const DATE_FORMAT_ADVICE =
  'CSV with other times is read with --date-format, for example --date-format "DD.MM.YYYY HH:mm"';

/** Returns true for a number that `--decimal-comma` may read: no point follows its comma, as in `1,234.50`. */
export function mayHaveDecimalComma(text: string): boolean {
  return text.lastIndexOf(',') > text.lastIndexOf('.');
}
