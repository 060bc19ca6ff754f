/** The listing that the fragment of the address describes. */
import {
  TRANSACTION_FIELDS,
  type TransactionField,
  type TransactionQuery,
} from '../../../../client/src/index.ts';
import type { Zone } from '../../format/time.ts';
import type { ViewProps } from '../view.ts';

const LIMIT_DEFAULT = 25;
/** The service's own bounds. */
const LIMIT_MAX = 1000;
/** A later page is reached by its cursor only. */
export const PAGE_NUMBER_MAX = 1000;
const PAGE_MAX = 999_999;

/** Which transactions, which columns, and how they are shown. */
export interface Listing {
  /** As the address has them: the service says what is wrong with one. */
  readonly filters: Pick<TransactionQuery, 'asset' | 'type' | 'status' | 'since' | 'before'>;
  readonly columns: readonly TransactionField[];
  /** True if the columns are the reader's choice. */
  readonly hasChosenColumns: boolean;
  readonly limit: number;
  /** Zero-based. */
  readonly page: number;
  readonly cursor: string | undefined;
  readonly zone: Zone;
}

/** Columns that are shown unless others are chosen. */
const COLUMNS_DEFAULT: readonly TransactionField[] = TRANSACTION_FIELDS.filter(
  (field) => field !== 'id' && field !== 'walletId',
);

/** Reads the listing of the parameters in the fragment. */
export function readListing(parameters: ViewProps['parameters']): Listing {
  const { asset, type, status, since, before, cursor, zone, limit, page } = parameters;
  const chosen = new Set(parameters['fields']?.split(','));
  const columns = TRANSACTION_FIELDS.filter((field) => chosen.has(field));
  const hasChosenColumns = columns.length > 0;
  const pageNumber = readInteger(page, 0, PAGE_MAX) ?? 0;
  return {
    filters: { asset, type, status, since, before } as Listing['filters'],
    columns: hasChosenColumns ? columns : COLUMNS_DEFAULT,
    hasChosenColumns,
    limit: readInteger(limit, 1, LIMIT_MAX) ?? LIMIT_DEFAULT,
    page: cursor === undefined ? Math.min(pageNumber, PAGE_NUMBER_MAX) : pageNumber,
    cursor,
    zone: zone === 'utc' ? 'utc' : 'local',
  };
}

/** Returns the request for the page that is shown; rows are distinguished by their `id`. */
export function writeQuery({ filters, columns, limit, page, cursor }: Listing): TransactionQuery {
  const fields = TRANSACTION_FIELDS.filter((field) => field === 'id' || columns.includes(field));
  return { ...filters, limit, fields, ...(cursor === undefined ? { page } : { cursor }) };
}

/** Returns the changes of parameters that lead to a listing's first page. */
export const FIRST_PAGE = { page: undefined, cursor: undefined };

function readInteger(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
