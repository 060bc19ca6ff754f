/** The formats of an export. Amounts are text with every digit. */
import type { Transaction, TransactionField } from '../../../../client/src/index.ts';
import { formatCsvRecord } from '../../../../src/domain/csv.ts';

/** As RFC 4180 requires. */
const CSV_RECORD_END = '\r\n';

/** A format of an export. */
export interface ExportFormat {
  readonly title: string;
  readonly extension: string;
  readonly mediaType: string;
  readonly writeHead: (fields: readonly TransactionField[]) => string;
  readonly writeRow: (row: Transaction, fields: readonly TransactionField[]) => string;
}

/** Formats by the value of their option. */
export const EXPORT_FORMATS = {
  csv: {
    title: 'CSV',
    extension: 'csv',
    mediaType: 'text/csv;charset=utf-8',
    writeHead: (fields) => formatCsvRecord(fields) + CSV_RECORD_END,
    writeRow: (row, fields) =>
      formatCsvRecord(fields.map((field) => writeCell(row, field))) + CSV_RECORD_END,
  },
  jsonl: {
    title: 'JSON Lines',
    extension: 'jsonl',
    mediaType: 'application/jsonl',
    writeHead: () => '',
    writeRow: (row) => `${JSON.stringify(row)}\n`,
  },
} as const satisfies Record<string, ExportFormat>;

/** Returns the text of a cell. Times are ISO 8601 in UTC. */
function writeCell(row: Transaction, field: TransactionField): string | null {
  return field === 'timestamp' ? new Date(row.timestamp).toISOString() : row[field];
}
