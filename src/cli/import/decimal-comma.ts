/** Reads decimals that are written with a comma, as in most of Europe. */
import { TransactionRecordError } from '../../domain/transaction-record.ts';

const WITHOUT_GROUPS = /^[+-]?\d{0,128}(?:,\d{1,128})?(?:[eE][+-]?\d{1,6})?$/;
/** Groups of three digits. A number with one point and no comma could be a number with a decimal point. */
const WITH_GROUPS = /^[+-]?\d{1,3}(?:\.\d{3}){1,42}(?:,\d{1,128})?$/;
const ONE_GROUP = /^[+-]?\d{1,3}\.\d{3}$/;

/**
 * Returns the number with a decimal point and without group points, digit by digit: `1.234,50` becomes
 * `1234.50`.
 *
 * @param label names the column in messages.
 * @throws {TransactionRecordError} if the text is not such a number, or is ambiguous (`1.234`).
 */
export function readDecimalComma(label: string, text: string): string {
  if (ONE_GROUP.test(text)) {
    const [whole = '', rest = ''] = text.split('.');
    throw new TransactionRecordError([
      `${label} "${text}" is ambiguous with --decimal-comma: write ${whole}${rest} or ${whole},${rest}`,
    ]);
  }
  if (WITH_GROUPS.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (WITHOUT_GROUPS.test(text)) return text.replace(',', '.');
  throw new TransactionRecordError([
    `${label} must be a decimal with a comma, for example 1.234,50, not ${show(text)}`,
  ]);
}

const CELL_LENGTH_MAX = 256;
const NUMBER = /\d[\d.,]*(?:[eE][+-]?\d{1,6})?/;

/**
 * Returns a cell of an export with its number as {@link readDecimalComma} returns it; the number may have a sign,
 * a currency or a symbol next to it: `-€1.234,50` becomes `-€1234.50`.
 *
 * @throws {TransactionRecordError} if the number cannot be read.
 */
export function readDecimalCommaCell(label: string, cell: string): string {
  if (cell.length > CELL_LENGTH_MAX) {
    throw new TransactionRecordError([`${label} has ${cell.length} characters`]);
  }
  return cell.replace(NUMBER, (number) => readDecimalComma(label, number));
}

const SHOWN_LENGTH_MAX = 64;

/** Returns a cell as text for a message: shortened, and without control characters. */
export function show(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_LENGTH_MAX)).replaceAll(/\p{C}/gu, '�');
}
