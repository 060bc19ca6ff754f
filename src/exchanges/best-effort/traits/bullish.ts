import { type RawRow, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { rowsAt } from '../reader-forms.ts';
import { endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

const CURSOR = '_nextPage';

/** Returns the cursor in the URL of the next page. */
function readCursor(response: unknown): string | null {
  const { next } = ((response as RawRow | null)?.['links'] ?? {}) as RawRow;
  if (typeof next !== 'string') return null;
  return URL.parse(next, 'https://api.exchange.bullish.com')?.searchParams.get(CURSOR) ?? null;
}

const STATUSES: StatusTable = {
  PENDING: 'pending',
  COMPLETE: 'completed',
  CANCELLED: 'canceled',
  FAILED: 'failed',
};

/** Source: github.com/bullish-exchange/api-docs, custody and accounts. */
export const bullish: ExchangeTraits = {
  openedIn: 2021,
  start: startsAt('createdAtDatetime[gte]', 'iso'),
  end: endsAt('createdAtDatetime[lte]', 'iso'),
  limit: 100,
  limitName: '_pageSize',
  // Without this parameter, a response has no links.
  request: { _metaData: true },
  page: { name: CURSOR, next: ({ response }) => readCursor(response) },
  withdrawable: {
    account: 'primary trading account',
    source: null,
    reader: {
      // The rows are in the last response, after the list of accounts.
      rows: (responses) => rowsAt()(responses.slice(-1)),
      coin: (row) => requireText(row, 'assetSymbol'),
      // It excludes amounts that are locked in orders, loans and instructions.
      amount: (row) => requireText(row, 'availableQuantity'),
    },
  },
  rows: {
    createdAt: ['createdAtDateTime'],
    // `quantity`: "including fee", "quantity received will have fee subtracted".
    withdrawalsHoldFee: true,
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
