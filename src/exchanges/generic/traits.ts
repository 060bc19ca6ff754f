/**
 * What ccxt does not say of a venue: how far back it goes, how its end of a window is named, how
 * its lists are paged, and which account withdrawals leave from. Each fact is from the venue's
 * interface documentation, as ccxt's class of it links to it.
 */

/** How the end of a window is written. */
export type TimeForm = 'ms' | 's' | 'iso' | 'day';

/** What is particular to a venue. What is left out is the common case. */
export interface VenueTraits {
  /** The year of its first row. */
  readonly openedIn?: number;
  /** The longest window that it takes, in days. */
  readonly windowDays?: number;
  /** The parameter by which it names the end of a window, where ccxt has no word for it. */
  readonly end?: { readonly name: string; readonly form: TimeForm };
  /** Rows that it tells at once when asked for them. */
  readonly limit?: number;
  /** How further rows of a list are asked for: by their number, or by that of the page. */
  readonly page?: {
    readonly name: string;
    readonly counts: 'rows' | 'pages';
    readonly first: number;
    /** The parameter by which rows of a page are counted, where ccxt does not pass it on. */
    readonly size?: string;
  };
  /** What names the account that withdrawals leave from to `fetchBalance`. */
  readonly balance?: Readonly<Record<string, string>>;
  /** The one asset that moves in and out, where rows do not name it. */
  readonly onlyAsset?: string;
  /** True where a list for each asset names it, and its rows do not. */
  readonly listsByAsset?: true;
  /** What names assets by numbers and cannot be read without the list of them. */
  readonly numbersAssets?: 'history' | 'history and balances';
  /** What a user should know beside the rest. */
  readonly note?: string;
  /** What a key needs, where it is not the right to read alone. */
  readonly key?: string;
}

const byRows = (name: string) => ({ name, counts: 'rows', first: 0 }) as const;
const byPages = (name: string, first = 1) => ({ name, counts: 'pages', first }) as const;
const endsAt = (name: string, form: TimeForm = 'ms') => ({ name, form });

/** Venues that differ from the common case, by name. */
export const VENUE_TRAITS: Readonly<Record<string, VenueTraits>> = {
  alpaca: { openedIn: 2021 },
  backpack: { openedIn: 2023, end: endsAt('to'), limit: 1000 },
  bequant: { openedIn: 2018, end: endsAt('till', 'iso'), windowDays: 365, limit: 1000 },
  bigone: { openedIn: 2017 },
  binanceus: { openedIn: 2019, windowDays: 90, end: endsAt('endTime'), limit: 1000 },
  bingx: { openedIn: 2019, limit: 1000 },
  bitfinex: { openedIn: 2013, end: endsAt('end'), windowDays: 365, limit: 1000 },
  bitflyer: { openedIn: 2014, limit: 100 },
  bithumb: { openedIn: 2014, limit: 100, page: byPages('page') },
  bitopro: { openedIn: 2018, end: endsAt('endTimestamp') },
  bitrue: { openedIn: 2018, end: endsAt('endTime'), limit: 1000, note: 'settled rows only' },
  bitteam: { openedIn: 2020, limit: 100, page: byRows('offset') },
  bittrade: { openedIn: 2018, limit: 100 },
  blockchaincom: { openedIn: 2019, end: endsAt('to') },
  blofin: { openedIn: 2022, limit: 100, balance: { accountType: 'funding' } },
  btcmarkets: { openedIn: 2013, limit: 200 },
  btse: { openedIn: 2018, windowDays: 365 },
  bullish: { openedIn: 2021 },
  bybiteu: { openedIn: 2025, windowDays: 29, limit: 50, balance: { type: 'funding' } },
  bybitid: { openedIn: 2024, windowDays: 29, limit: 50, balance: { type: 'funding' } },
  bydfi: { openedIn: 2023, windowDays: 7, note: 'since 2023, by asset' },
  cex: { openedIn: 2013, windowDays: 1460 },
  coinbaseexchange: { openedIn: 2014, limit: 100, note: 'the newest 100 rows' },
  coinbaseinternational: { openedIn: 2023, limit: 100 },
  coincheck: { openedIn: 2014 },
  coinex: { openedIn: 2017, limit: 100, page: byPages('page') },
  coinmate: { openedIn: 2014, end: endsAt('timestampTo'), windowDays: 365, limit: 1000 },
  coinsph: { openedIn: 2022, end: endsAt('endTime'), limit: 1000 },
  deepcoin: { openedIn: 2020, balance: { type: 'spot' } },
  deribit: { openedIn: 2016, limit: 100, page: byRows('offset') },
  digifinex: { openedIn: 2018, limit: 500 },
  dydx: { openedIn: 2023, limit: 100, onlyAsset: 'USDC', key: 'the wallet address alone' },
  extended: { openedIn: 2023, numbersAssets: 'history' },
  fmfwio: { openedIn: 2020, end: endsAt('till', 'iso'), windowDays: 365, limit: 1000 },
  foxbit: { openedIn: 2015, end: endsAt('end_time', 'iso'), limit: 100 },
  gateeu: { openedIn: 2025, windowDays: 29, limit: 500 },
  gemini: { openedIn: 2015, limit: 50, key: 'an account key with the role of an auditor' },
  hashkey: { openedIn: 2023, windowDays: 30 },
  hibachi: { openedIn: 2024 },
  hitbtc: { openedIn: 2014, end: endsAt('till', 'iso'), windowDays: 365, limit: 1000 },
  hollaex: { openedIn: 2018, end: endsAt('end_date', 'iso'), limit: 50 },
  hyperliquid: {
    openedIn: 2023,
    windowDays: 365,
    onlyAsset: 'USDC',
    key: 'the wallet address alone, never a private key',
  },
  indodax: { openedIn: 2014, end: endsAt('end', 'day'), listsByAsset: true },
  latoken: {
    openedIn: 2018,
    limit: 100,
    page: { ...byPages('page', 0), size: 'size' },
    numbersAssets: 'history and balances',
  },
  lbank: { openedIn: 2016, end: endsAt('endTime') },
  mexc: { openedIn: 2018, end: endsAt('endTime'), windowDays: 89, limit: 1000 },
  modetrade: { openedIn: 2023, end: endsAt('end_t'), windowDays: 365, limit: 500 },
  myokx: { openedIn: 2024, limit: 100, balance: { type: 'funding' } },
  nado: { openedIn: 2025, key: 'the wallet address alone, never a private key' },
  ndax: { openedIn: 2018, numbersAssets: 'history and balances' },
  okxus: { openedIn: 2025, limit: 100, balance: { type: 'funding' } },
  phemex: { openedIn: 2019, limit: 100, page: { ...byRows('offset'), size: 'limit' } },
  poloniex: { openedIn: 2014, end: endsAt('end', 's'), windowDays: 365 },
  tokocrypto: { openedIn: 2020, windowDays: 90, end: endsAt('endTime'), limit: 1000 },
  toobit: { openedIn: 2022 },
  upbit: { openedIn: 2017, limit: 100, page: byPages('page') },
  whitebit: { openedIn: 2018, limit: 100, page: byRows('offset'), balance: { account: 'main' } },
  woo: { openedIn: 2021, end: endsAt('endTime'), windowDays: 3650, limit: 1000 },
  woofipro: { openedIn: 2023, end: endsAt('end_t'), windowDays: 365, limit: 500 },
  xt: { openedIn: 2018, end: endsAt('endTime'), limit: 200 },
};

/** What is particular to a venue; nothing where it is the common case. */
export function traitsOf(name: string): VenueTraits {
  return VENUE_TRAITS[name] ?? {};
}

/** A time in the form in which a venue takes it. */
export function writeTime(timeMs: number, form: TimeForm): string | number {
  switch (form) {
    case 'ms':
      return timeMs;
    case 's':
      return Math.ceil(timeMs / 1000);
    case 'iso':
      return new Date(timeMs).toISOString();
    case 'day':
      return new Date(timeMs).toISOString().slice(0, 10);
  }
}
