/** The reviewed classes and endpoints of ccxt; no others are used. */

/** Classes that read a history but are not used, with the reason; listed in `docs/exchanges.md`. */
export const UNSUPPORTED_EXCHANGES: Readonly<Record<string, string>> = {
  binancecoinm: 'the account of `binance`',
  binanceusdm: 'the account of `binance`',
  derive: 'its reads sign with a private key that can move funds',
  grvt: 'its reads sign with a private key, and authorise a builder',
  kucoinfutures: 'the account of `kucoin`',
  lighter: 'its reads sign with a private key that can move funds',
  paradex: 'its reads sign with a private key that can move funds',
};

/**
 * Credentials that are never required. A private key has all rights, and no read endpoint needs its
 * signature.
 */
export const NEVER_ASKED: ReadonlySet<string> = new Set(['privateKey']);

/** Credentials of classes that read by address, if ccxt does not list them. */
export const READ_CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  dydx: ['walletAddress'],
};

/** Matches the end of a path of an endpoint that may write, with any method. */
export const WRITING_WORDS =
  /[/_-](send_?tx|order|orders|create\w*|cancel\w*|authori[sz]e\w*|approve\w*|convert|execute|transfer|withdraw_?coin|exchange)$/i;

/** Classes that read their currencies from a page for people, without networks. */
export const CURRENCIES_FROM_PAGES: ReadonlySet<string> = new Set(['gemini']);

/** Hosts of another exchange, which a class inherits from its parent class: no key is sent to them. */
export const FOREIGN_HOSTS = / ([fdp]api\.binance\.com|api\.gateio\.ws|lbkperp\.lbank\.com)\//;

/** Requests that read although they are sent as POST. A POST that is not listed is refused. */
export const READING_POSTS: ReadonlySet<string> = new Set([
  'POST api.bitbns.com/api/trade/v1/currentCoinBalance/EVERYTHING',
  'POST api.bitbns.com/api/trade/v1/depositHistory/*',
  'POST api.bitbns.com/api/trade/v1/withdrawHistory/*',
  'POST api.bitfinex.com/v2/auth/r/movements/hist',
  'POST api.bitfinex.com/v2/auth/r/wallets',
  'POST trade.cex.io/api/spot/rest-public/get_currencies_info',
  'POST trade.cex.io/api/spot/rest-public/get_processing_info',
  'POST trade.cex.io/api/spot/rest-public/get_server_time',
  'POST trade.cex.io/api/spot/rest/get_my_funding_history',
  'POST trade.cex.io/api/spot/rest/get_my_wallet_balance',
  'POST coinmate.io/api/balances',
  'POST coinmate.io/api/transferHistory',
  'POST api.gemini.com/v1/balances',
  'POST api.gemini.com/v1/transfers',
  'POST api.hyperliquid.xyz/info',
  'POST api.lbank.info/v2/supplement/deposit_history.do',
  'POST api.lbank.info/v2/supplement/user_info.do',
  'POST api.lbank.info/v2/supplement/user_info_account.do',
  'POST api.lbank.info/v2/supplement/withdraws.do',
  'POST api.lbank.info/v2/user_info.do',
  'POST archive.prod.nado.xyz/v1',
  'POST whitebit.com/api/v4/main-account/balance',
  'POST whitebit.com/api/v4/main-account/history',
]);

/** The lists of Bitfinex's currencies, which are requested by one identifier. */
const BITFINEX_LISTS = [
  'pub:list:currency',
  'pub:map:currency:sym',
  'pub:map:currency:label',
  'pub:map:currency:unit',
  'pub:map:currency:undl',
  'pub:map:currency:pool',
  'pub:map:currency:explorer',
  'pub:map:currency:tx:fee',
  'pub:map:tx:method',
  'pub:info:tx:status',
  'pub:list:currency:margin',
];

/**
 * Further endpoints that readers request. For endpoints with the same path, the field after `?` is also
 * compared.
 */
export const FURTHER_ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  backpack: ['GET api.backpack.exchange/api/v1/account/limits/withdrawal'],
  bitfinex: [`GET api-pub.bitfinex.com/v2/conf/${BITFINEX_LISTS.join(',')}`],
  bitflyer: ['GET api.bitflyer.com/v1/me/getdeposits', 'GET api.bitflyer.com/v1/me/getwithdrawals'],
  bithumb: ['GET api.bithumb.com/v1/status/wallet'],
  bittrade: ['GET api-cloud.bittrade.co.jp/v2/reference/currencies'],
  blofin: ['GET openapi.blofin.com/api/v1/asset/currencies'],
  coincheck: ['GET coincheck.com/api/send_money'],
  coinbaseinternational: ['GET api.international.coinbase.com/api/v1/assets/*/networks'],
  indodax: ['POST indodax.com/tapi?method=getInfo', 'POST indodax.com/tapi?method=transHistory'],
  phemex: ['GET api.phemex.com/phemex-withdraw/wallets/api/asset/info'],
  upbit: ['GET api.upbit.com/v1/status/wallet'],
};
