import { readText, requireText } from '../../mapping/raw-row.ts';
import { entriesAt, readList, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { AmountReader, CoinReader, ExchangeTraits } from '../exchange-traits.ts';

/**
 * Reads the coins of HitBTC's platform, which are a map by coin. `protocol` is the token standard, the same
 * for every chain like Ethereum; a withdrawal names the network by `code`.
 */
export const hitbtcCoins: CoinReader = {
  rows: entriesAt({ keyField: 'coin' }),
  coin: (row) => requireText(row, 'coin'),
  // False for fiat and for other assets (api.hitbtc.com, Currencies).
  isFiat: (row) => (row['crypto'] === true ? false : null),
  networks: (row) => {
    const isOpen = row['delisted'] !== true && row['payout_enabled'] !== false;
    return readList(row, 'networks').map((network) => {
      const id = readText(network, 'code') ?? requireText(network, 'network');
      const hints = [readText(network, 'network'), readText(network, 'protocol')];
      return {
        id,
        name: readText(network, 'network_name'),
        hints: hints.filter((text) => text !== null),
        contract: readText(network, 'contract_address'),
        isOpen: isOpen && requireFlag(network, 'payout_enabled'),
        addressRegex: readText(network, 'address_regex'),
      };
    });
  },
};

/**
 * Reads `available` of the wallet account, from which `POST /wallet/crypto/withdraw` withdraws. There is no
 * trading in this account: the rest of its balance is `reserved` for pending withdrawals.
 */
export const hitbtcAmounts: AmountReader = {
  rows: rowsAt(),
  coin: (row) => requireText(row, 'currency'),
  amount: (row) => requireText(row, 'available'),
};

export const hitbtc: ExchangeTraits = {
  openedIn: 2014,
  end: endsAt('till', 'iso'),
  windowDays: 365,
  limit: 1000,
  withdrawable: {
    account: 'wallet',
    source: 'https://api.hitbtc.com/#wallet-balance',
    request: { type: 'wallet' },
    reader: hitbtcAmounts,
  },
  coins: hitbtcCoins,
};
