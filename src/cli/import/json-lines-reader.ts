import type { RecordReader, RecordSink } from './record-reader.ts';

const EXPLANATION_LENGTH_MAX = 160;

/** Reads JSON Lines: a JSON object on each line; skips blank lines. */
export class JsonLinesReader implements RecordReader {
  readonly #sink: RecordSink;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  take(line: string, lineNumber: number): void {
    if (line.trim() === '') return;
    let record: unknown;
    try {
      record = JSON.parse(line);
      // The reviver may find the record nested too deeply.
      if (hasNumericDecimal(record)) record = JSON.parse(line, keepDecimalText);
    } catch (error) {
      this.#sink.refuse([explain(error as Error)], lineNumber);
      return;
    }
    this.#sink.add(record, lineNumber);
  }

  describe(): string {
    return 'JSON Lines';
  }
}

function explain(error: Error): string {
  if (error instanceof RangeError) return 'is nested too deeply';
  const explanation = error.message.replaceAll(/\p{C}/gu, '�');
  return `is not JSON: ${explanation.slice(0, EXPLANATION_LENGTH_MAX)}`;
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
