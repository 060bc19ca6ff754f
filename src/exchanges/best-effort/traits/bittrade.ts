import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from '../../htx/statuses.ts';
import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits, RawPage } from '../exchange-traits.ts';

/**
 * Returns the cursor of the next page. A page is sorted by identifiers, and begins with the requested one.
 */
function nextAfter({ rows, isFull }: RawPage): number | null {
  const ids = rows.map((row) => Number((row as RawRow | null)?.['id'] ?? 0));
  const last = Math.max(0, ...ids.filter((id) => Number.isSafeInteger(id)));
  return isFull && last > 0 ? last + 1 : null;
}

/** BitTrade has the interface of HTX (api-doc.bittrade.co.jp). */
export const bittrade: ExchangeTraits = {
  openedIn: 2018,
  limit: 100,
  order: 'oldest-first',
  page: { name: 'from', next: nextAfter },
  accountType: 'spot',
  withdrawable: { account: 'spot', source: null },
  coins: {
    // The list that ccxt reads contains no networks.
    requests: [{ method: 'v2PublicGetReferenceCurrencies' }],
    rows: rowsAt('data'),
    coin: (row) => requireText(row, 'currency'),
    networkRows: (row) => readEntries(row, 'chains'),
    network: (chain) => ({
      id: requireText(chain, 'chain'),
      name: readText(chain, 'displayName') ?? readText(chain, 'baseChain'),
      hints: [readText(chain, 'baseChain'), readText(chain, 'baseChainProtocol')].filter(
        (text) => text !== null,
      ),
      isOpen: chain['withdrawStatus'] === 'allowed',
      minWithdrawal: readLimit(chain, 'minWithdrawAmt'),
      maxWithdrawal: readLimit(chain, 'maxWithdrawAmt'),
    }),
    isFiat: (row) => String(row['assetType']) === '2',
  },
  rows: {
    createdAt: ['created-at'],
    status: { field: 'state', deposits: DEPOSIT_STATUSES, withdrawals: WITHDRAWAL_STATUSES },
  },
};
