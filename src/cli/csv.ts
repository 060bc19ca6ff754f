export { formatCsvRecord, unmarkCell } from '../domain/csv.ts';
