import { readText, requireText } from '../../mapping/raw-row.ts';
import { entriesAt, readEntries, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { AmountReader, CoinReader, ExchangeTraits } from '../exchange-traits.ts';

/**
 * Reads the coins of HitBTC's platform, which are a map by coin. `protocol` is the token standard, the same
 * for every chain like Ethereum; a withdrawal names the network by `code`.
 */
const COINS: CoinReader = {
  rows: entriesAt({ keyField: 'coin' }),
  coin: (row) => requireText(row, 'coin'),
  // False for fiat and for other assets (api.hitbtc.com, Currencies).
  isFiat: (row) => (row['crypto'] === true ? false : null),
  networkRows: (row) => readEntries(row, 'networks'),
  network: (network, row) => {
    const isOpen = row['delisted'] !== true && row['payout_enabled'] !== false;
    const hints = [readText(network, 'network'), readText(network, 'protocol')];
    return {
      id: readText(network, 'code') ?? requireText(network, 'network'),
      name: readText(network, 'network_name'),
      hints: hints.filter((text) => text !== null),
      contract: readText(network, 'contract_address'),
      isOpen: isOpen && requireFlag(network, 'payout_enabled'),
      addressRegex: readText(network, 'address_regex'),
    };
  },
};

/**
 * Reads `available` of the wallet account, from which `POST /wallet/crypto/withdraw` withdraws. There is no
 * trading in this account: the rest of its balance is `reserved` for pending withdrawals.
 */
const AMOUNTS: AmountReader = {
  rows: rowsAt(),
  coin: (row) => requireText(row, 'currency'),
  amount: (row) => requireText(row, 'available'),
};

/**
 * Returns the traits of an exchange on HitBTC's platform.
 *
 * @param docs the URL of its documentation.
 */
export function likeHitbtc(openedIn: number, docs: string): ExchangeTraits {
  return {
    openedIn,
    end: endsAt('till', 'iso'),
    windowDays: 365,
    limit: 1000,
    withdrawable: {
      account: 'wallet',
      source: `${docs}/#wallet-balance`,
      request: { type: 'wallet' },
      reader: AMOUNTS,
    },
    coins: COINS,
  };
}

export const hitbtc = likeHitbtc(2014, 'https://api.hitbtc.com');
