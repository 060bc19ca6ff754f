import { endsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';
import { hitbtcAmounts, hitbtcCoins } from './hitbtc.ts';

export const fmfwio: ExchangeTraits = {
  openedIn: 2020,
  end: endsAt('till', 'iso'),
  windowDays: 365,
  limit: 1000,
  withdrawable: {
    account: 'wallet',
    source: 'https://api.fmfw.io/#wallet-balance',
    request: { type: 'wallet' },
    reader: hitbtcAmounts,
  },
  coins: hitbtcCoins,
};
