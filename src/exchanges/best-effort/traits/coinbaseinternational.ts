import { BASE64_FORM } from '../../client/credential-forms.ts';
import type { TransactionType } from '../../../domain/transaction.ts';
import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import type { StatusTable } from '../../mapping/status-table.ts';
import { readEntries, readLimit, rowsAt } from '../reader-forms.ts';
import { byRows } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** `status` of a transfer. */
const STATUSES: StatusTable = {
  NEW: 'pending',
  STARTED: 'pending',
  PROCESSED: 'completed',
  FAILED: 'failed',
};

/**
 * Returns the type by `transfer_type`. For a transfer between portfolios, the direction is that of the only
 * named portfolio.
 */
function readType(row: RawRow): TransactionType | null {
  const isIncoming = hasPortfolio(row, 'to_portfolio') && !hasPortfolio(row, 'from_portfolio');
  const isOutgoing = hasPortfolio(row, 'from_portfolio') && !hasPortfolio(row, 'to_portfolio');
  switch (row['transfer_type']) {
    case 'DEPOSIT':
      return 'deposit';
    case 'WITHDRAW':
      return 'withdrawal';
    case 'REBATE':
    case 'STIPEND':
      return 'credit';
    case 'FUNDING':
      return isIncoming ? 'credit' : isOutgoing ? 'debit' : 'other';
    case 'INTERNAL':
      return isIncoming ? 'transfer_in' : isOutgoing ? 'transfer_out' : 'other';
    default:
      return 'other';
  }
}

/** Returns true if the field is a portfolio of the user; a portfolio of the exchange only has a name. */
function hasPortfolio(row: RawRow, field: string): boolean {
  const portfolio = row[field] as RawRow | null | undefined;
  return portfolio?.['id'] !== undefined || portfolio?.['uuid'] !== undefined;
}

function readNetwork(network: RawRow): RawNetwork {
  return {
    id: requireText(network, 'network_name'),
    name: readText(network, 'display_name'),
    isOpen: true,
    minWithdrawal: readLimit(network, 'min_withdrawal_amt'),
    // Zero means no maximum.
    maxWithdrawal: readLimit(network, 'max_withdrawal_amt', ['0']),
  };
}

export const coinbaseinternational: ExchangeTraits = {
  credentialForms: { secret: BASE64_FORM },
  openedIn: 2023,
  limit: 100,
  page: byRows('result_offset'),
  withdrawable: {
    account: 'portfolio',
    source:
      'https://docs.cdp.coinbase.com/api-reference/international-exchange-api/rest-api/portfolios/get-balance-for-assests',
    reader: {
      // The portfolios are listed first.
      rows: (responses) => rowsAt()(responses.slice(-1)),
      coin: (row) => requireText(row, 'asset_name'),
      amount: (row) => requireText(row, 'max_withdraw_amount'),
    },
  },
  coins: {
    further: [{ method: 'v1PublicGetAssetsAssetNetworks', forHeld: 'asset' }],
    // The responses are the list of assets, and the networks of each asset with a balance.
    rows: (responses) => responses.flat(),
    coin: (row) => readText(row, 'coin') ?? requireText(row, 'asset_name'),
    networkRows: (row) => ('response' in row ? readEntries(row, 'response') : null),
    network: readNetwork,
  },
  rows: {
    createdAt: ['created_at'],
    sender: ['from_address'],
    address: ['to_address'],
    txid: ['txn_hash'],
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
    type: readType,
  },
};
