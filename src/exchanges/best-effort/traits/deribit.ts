import { type RawRow, requireText } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import { byRows } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** Returns the summaries of all currencies, or the summary of one (`get_account_summary`). */
function listSummaries(responses: readonly unknown[]): readonly unknown[] {
  const results = responses.map(
    (response) => (response as { result?: RawRow | null } | null)?.result,
  );
  const single = results.filter((result) => typeof result?.['currency'] === 'string');
  return single.length > 0 ? single : rowsAt('result', 'summaries')(responses);
}

export const deribit: ExchangeTraits = {
  openedIn: 2016,
  start: null,
  end: null,
  limit: 100,
  page: byRows('offset'),
  withdrawable: {
    account: 'currency account',
    source:
      'https://docs.deribit.com/api-reference/account-management/private-get_account_summaries',
    reader: {
      rows: listSummaries,
      coin: (row) => requireText(row, 'currency'),
      amount: (row) => requireText(row, 'available_withdrawal_funds'),
    },
  },
  rows: {
    createdAt: ['created_timestamp', 'received_timestamp'],
    sender: ['source_address'],
    status: {
      field: 'state',
      deposits: {
        pending: 'pending',
        completed: 'completed',
        rejected: 'failed',
        // Replaced by another transaction on the chain.
        replaced: 'canceled',
      },
      withdrawals: {
        unconfirmed: 'pending',
        confirmed: 'pending',
        interrupted: 'pending',
        completed: 'completed',
        cancelled: 'canceled',
        rejected: 'failed',
      },
    },
  },
};
