import { BASE64_FORM } from '../../client/credential-forms.ts';
import { readText, requireText } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import { byLastRow } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/** Bounds (`before`, `after`) are identifiers of rows, although ccxt sends a time. */
export const btcmarkets: ExchangeTraits = {
  credentialForms: { secret: BASE64_FORM },
  // Named next to the codes of wrong keys in exchanges/btcmarkets of github.com/thrasher-corp/gocryptotrader.
  errorCodes: { InsufficientAPIPermission: 'exchange_permission_denied' },
  openedIn: 2013,
  start: null,
  end: null,
  limit: 200,
  page: byLastRow('before', 'id'),
  withdrawable: {
    account: 'spot',
    source: null,
    reader: {
      rows: rowsAt(),
      coin: (row) => requireText(row, 'assetName'),
      amount: (row) => readText(row, 'available') ?? requireText(row, 'balance'),
    },
  },
  rows: { createdAt: ['creationTime'] },
};
