import { byPages } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** Source: github.com/bitbns-official/node-bitbns-api. Withdrawals have no time, and are quarantined. */
export const bitbns: ExchangeTraits = {
  limit: 100,
  page: byPages('page', 0),
  withdrawable: { account: 'spot', source: null },
  rows: { createdAt: ['date'] },
  note: 'withdrawals have no time, and are quarantined',
};
