import type { CredentialForm } from '../../client/credential-forms.ts';
import type { RawRow } from '../../mapping/raw-row.ts';
import { requireAtLeastZero } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

const ADDRESS_FORM: CredentialForm = {
  pattern: /^dydx1[02-9ac-hj-np-z]{38}$/,
  problem: 'is not an address (dydx1 and 38 characters)',
};

export const dydx: ExchangeTraits = {
  credentialForms: { walletAddress: ADDRESS_FORM },
  openedIn: 2023,
  start: null,
  end: endsAt('createdBeforeOrAt', 'iso'),
  limit: 100,
  limitName: 'limit',
  order: 'newest-first',
  withdrawable: {
    account: 'subaccount 0',
    source: null,
    reader: {
      rows: (responses) => responses.map((response) => (response as RawRow | null)?.['subaccount']),
      coin: () => 'USDC',
      amount: (row) => requireAtLeastZero(row, 'freeCollateral'),
    },
  },
  rows: {
    createdAt: ['createdAt'],
    // The indexer lists transfers on the chain, without a status.
    status: {
      field: 'type',
      deposits: { DEPOSIT: 'completed' },
      withdrawals: { WITHDRAWAL: 'completed' },
    },
  },
  onlyAsset: 'USDC',
  key: 'only the wallet address',
};
