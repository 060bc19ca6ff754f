import { TransactionRecordError } from '../../domain/transaction-record.ts';
import type { RecordReader } from './record-reader.ts';

const EXPLANATION_LENGTH_MAX = 160;

/** Reads JSON Lines: a JSON object on each line; skips blank lines. */
export class JsonLinesReader implements RecordReader {
  recordLine = 0;

  take(line: string, lineNumber: number): unknown {
    this.recordLine = lineNumber;
    if (line.trim() === '') return undefined;
    const record = parseLine(line);
    return hasNumericDecimal(record) ? JSON.parse(line, keepDecimalText) : record;
  }

  end(): void {
    // Each line is a complete record.
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    const explanation = (error as Error).message.replaceAll(/\p{C}/gu, '�');
    throw new TransactionRecordError([
      `is not JSON: ${explanation.slice(0, EXPLANATION_LENGTH_MAX)}`,
    ]);
  }
}

/**
 * Returns true if a decimal is a number. Only such lines are parsed with a reviver, which is six times
 * slower.
 */
function hasNumericDecimal(record: unknown): boolean {
  if (typeof record !== 'object' || record === null) return false;
  const { amount, feeCost } = record as { amount?: unknown; feeCost?: unknown };
  return typeof amount === 'number' || typeof feeCost === 'number';
}

/** Returns the text of a decimal that is written as a number, with all digits of the file. */
function keepDecimalText(name: string, value: unknown, context?: { source?: string }): unknown {
  const decimal = typeof value === 'number' && (name === 'amount' || name === 'feeCost');
  return decimal ? context?.source : value;
}
