import { readText } from '../../mapping/raw-row.ts';
import { endsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

const STATUSES = {
  success: 'completed',
  approved: 'pending',
  pending: 'pending',
  wait: 'pending',
  failed: 'failed',
  cancelled: 'canceled',
  canceled: 'canceled',
} as const;

export const indodax: ExchangeTraits = {
  openedIn: 2014,
  end: endsAt('end', 'day'),
  // "Maximum 7 days" and "max limit per fetch is 500 records (per deposit coin, withdraw coin, deposit idr, withdraw
  // idr)" (github.com/btcid/indodax-official-api-docs, Private-RestAPI, since 2024-08-21).
  windowDays: 7,
  limit: 500,
  order: 'newest-first',
  listsByAsset: true,
  withdrawable: {
    account: 'balance',
    source: null,
  },
  rows: {
    createdAt: ['submit_time', 'success_time'],
    fee: ['fee'],
    // In rows of rupiah (`rp`), this field contains the code of a coupon or the name of a payment service.
    txid: (row) => (row['rp'] === undefined ? readText(row, 'tx') : null),
    status: { field: 'status', deposits: STATUSES, withdrawals: STATUSES },
  },
};
