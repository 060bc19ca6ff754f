import { BASE64_FORM } from '../../client/credential-forms.ts';
import type { TransactionType } from '../../../domain/transaction.ts';
import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, rowsAt } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/** Types of transfers between profiles of the same user; ccxt maps the other two types. */
const TRANSFERS: Readonly<Record<string, TransactionType>> = {
  internal_deposit: 'transfer_in',
  internal_withdraw: 'transfer_out',
};

function isFiat(coin: RawRow): boolean {
  return (coin['details'] as RawRow | null | undefined)?.['type'] === 'fiat';
}

function readNetwork(network: RawRow, coin: RawRow): RawNetwork {
  return {
    id: requireText(network, 'id'),
    name: readText(network, 'name'),
    contract: readText(network, 'contract_address'),
    isOpen: coin['status'] === 'online' && network['status'] === 'online',
    minWithdrawal: readLimit(network, 'min_withdrawal_amount'),
    maxWithdrawal: readLimit(network, 'max_withdrawal_amount'),
  };
}

export const coinbaseexchange: ExchangeTraits = {
  credentialForms: { secret: BASE64_FORM },
  // "You do not have access to the requested resource" (docs.cdp.coinbase.com/exchange, REST requests). A firewall
  // responds with 403 and HTML.
  errorCodes: { '{"message":"Forbidden"}': 'exchange_permission_denied' },
  openedIn: 2014,
  start: null,
  end: endsAt('after', 'iso'),
  limit: 100,
  order: 'newest-first',
  withdrawable: {
    account: 'profile',
    // Amounts on hold for orders cannot be withdrawn; `available` excludes them.
    source:
      'https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/accounts/get-all-account-profile',
  },
  coins: {
    rows: rowsAt(),
    coin: (row) => requireText(row, 'id'),
    networkRows: (row) => readEntries(row, 'supported_networks'),
    network: readNetwork,
    isFiat,
  },
  rows: {
    createdAt: ['created_at'],
    type: (row) => TRANSFERS[String(row['type'])] ?? null,
  },
};
