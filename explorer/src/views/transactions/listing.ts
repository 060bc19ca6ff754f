/** Reads the listing from the parameters in the fragment of the URL. */
import {
  TRANSACTION_FIELDS,
  type TransactionField,
  type TransactionQuery,
} from '../../../../client/src/index.ts';
import type { Zone } from '../../format/time.ts';
import type { ViewProps } from '../view.ts';

const LIMIT_DEFAULT = 25;
/** Maximum transactions per page in the service. */
const LIMIT_MAX = 1000;
/** Maximum page index in a request without a cursor. */
export const PAGE_NUMBER_MAX = 1000;
const PAGE_MAX = 999_999;

/** The filters, columns and page of a listing. */
export interface Listing {
  /** Unchanged values from the URL. The service reports invalid ones. */
  readonly filters: Pick<TransactionQuery, 'asset' | 'type' | 'status' | 'since' | 'before'>;
  readonly columns: readonly TransactionField[];
  /** True if the reader has chosen the columns. */
  readonly hasChosenColumns: boolean;
  readonly limit: number;
  /** Zero-based. */
  readonly page: number;
  readonly cursor: string | undefined;
  readonly zone: Zone;
}

/** Default columns. */
const COLUMNS_DEFAULT: readonly TransactionField[] = TRANSACTION_FIELDS.filter(
  (field) => field !== 'id' && field !== 'walletId',
);

/** Returns the listing for the parameters in the fragment. */
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

/** Returns the query of the shown page. It always requests the `id`, which identifies the rows. */
export function writeQuery({ filters, columns, limit, page, cursor }: Listing): TransactionQuery {
  const fields = TRANSACTION_FIELDS.filter((field) => field === 'id' || columns.includes(field));
  return { ...filters, limit, fields, ...(cursor === undefined ? { page } : { cursor }) };
}

function readInteger(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
