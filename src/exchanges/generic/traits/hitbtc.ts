import { readText, requireText } from '../../mapping/raw-row.ts';
import { entriesAt, readList, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { AmountReader, CoinReader, VenueTraits } from '../venue-traits.ts';

/**
 * Coins of HitBTC's platform: a map by coin. `protocol` is the token's standard, the same for
 * every chain of Ethereum's kind; a withdrawal names the network by `code`.
 */
export const hitbtcCoins: CoinReader = {
  rows: entriesAt({ keyField: 'coin' }),
  coin: (row) => requireText(row, 'coin'),
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
        minWithdrawal: null,
        maxWithdrawal: null,
        addressRegex: readText(network, 'address_regex'),
      };
    });
  },
};

/**
 * `available` of the wallet account, which `POST /wallet/crypto/withdraw` takes from. Nothing is traded
 * there: the rest of its balance is `reserved` for what is on its way out.
 */
export const hitbtcAmounts: AmountReader = {
  rows: rowsAt(),
  coin: (row) => requireText(row, 'currency'),
  amount: (row) => requireText(row, 'available'),
};

export const hitbtc: VenueTraits = {
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
