import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { byCursor } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** Kinds of deposits that come from the exchange itself. */
const REWARDS: ReadonlySet<unknown> = new Set([
  'air_drop',
  'big_holder_dividend',
  'equally_airdrop',
  'one_holder_dividend',
  'referral_mining',
  'snapshotted_airdrop',
  'trade_mining',
]);

/**
 * Returns the network of a gateway, which a withdrawal names. A gateway may have several layers (`Omni` of
 * `Bitcoin`).
 */
function readGateway(row: RawRow): RawNetwork {
  const id = requireText(row, 'gateway_name');
  return {
    id,
    name: readText(row, 'display_name') ?? id,
    contract: readText(row, 'contract_address'),
    isOpen: requireFlag(row, 'is_withdrawal_enabled'),
    minWithdrawal: readLimit(row, 'min_withdrawal_amount'),
  };
}

export const bigone: ExchangeTraits = {
  openedIn: 2017,
  limit: 50,
  page: byCursor('page_token', 'page_token'),
  withdrawable: {
    account: 'FUND',
    // Withdrawals are made from the account `FUND` unless they name the spot account.
    source: 'https://github.com/bigone-eng/openapi-specs/blob/HEAD/wallet_rest.yml',
    request: { type: 'funding' },
  },
  coins: {
    rows: rowsAt('data'),
    coin: (row) => requireText(row, 'symbol'),
    networkRows: (row) => readEntries(row, 'binding_gateways'),
    network: readGateway,
    isFiat: (row) => row['is_fiat'] === true,
  },
  rows: {
    createdAt: ['inserted_at'],
    // "The withdrawal fee deducted from the amount" (wallet_rest.yml).
    fee: ['fee'],
    withdrawalsHoldFee: true,
    status: {
      field: 'state',
      deposits: {
        COMPLETED: 'completed',
        PENDING: 'pending',
        UNCONFIRMED: 'pending',
        // Confirmed and credited, in the documentation's examples.
        WITHHOLD: 'completed',
        CANCELLED: 'canceled',
      },
      withdrawals: {
        COMPLETED: 'completed',
        CONFIRMED: 'completed',
        PENDING: 'pending',
        FAILED: 'failed',
        CANCELLED: 'canceled',
      },
    },
    type: (row) => (REWARDS.has(row['kind']) ? 'reward' : null),
  },
};
