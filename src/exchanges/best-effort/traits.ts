/** The traits of every exchange, each from a file in `traits/`. */
import { alpaca } from './traits/alpaca.ts';
import { backpack } from './traits/backpack.ts';
import { bequant } from './traits/bequant.ts';
import { bigone } from './traits/bigone.ts';
import { binanceus } from './traits/binanceus.ts';
import { bingx } from './traits/bingx.ts';
import { bitbns } from './traits/bitbns.ts';
import { bitfinex } from './traits/bitfinex.ts';
import { bitflyer } from './traits/bitflyer.ts';
import { bithumb } from './traits/bithumb.ts';
import { bitopro } from './traits/bitopro.ts';
import { bitrue } from './traits/bitrue.ts';
import { bitteam } from './traits/bitteam.ts';
import { bittrade } from './traits/bittrade.ts';
import { blockchaincom } from './traits/blockchaincom.ts';
import { blofin } from './traits/blofin.ts';
import { btcmarkets } from './traits/btcmarkets.ts';
import { btse } from './traits/btse.ts';
import { bullish } from './traits/bullish.ts';
import { bybiteu } from './traits/bybiteu.ts';
import { bybitid } from './traits/bybitid.ts';
import { bydfi } from './traits/bydfi.ts';
import { cex } from './traits/cex.ts';
import { coinbaseexchange } from './traits/coinbaseexchange.ts';
import { coinbaseinternational } from './traits/coinbaseinternational.ts';
import { coincheck } from './traits/coincheck.ts';
import { coinex } from './traits/coinex.ts';
import { coinmate } from './traits/coinmate.ts';
import { coinsph } from './traits/coinsph.ts';
import { deepcoin } from './traits/deepcoin.ts';
import { deribit } from './traits/deribit.ts';
import { digifinex } from './traits/digifinex.ts';
import { dydx } from './traits/dydx.ts';
import { extended } from './traits/extended.ts';
import { fmfwio } from './traits/fmfwio.ts';
import { foxbit } from './traits/foxbit.ts';
import { gateeu } from './traits/gateeu.ts';
import { gemini } from './traits/gemini.ts';
import { hashkey } from './traits/hashkey.ts';
import { hibachi } from './traits/hibachi.ts';
import { hitbtc } from './traits/hitbtc.ts';
import { hollaex } from './traits/hollaex.ts';
import { hyperliquid } from './traits/hyperliquid.ts';
import { indodax } from './traits/indodax.ts';
import { latoken } from './traits/latoken.ts';
import { lbank } from './traits/lbank.ts';
import { mexc } from './traits/mexc.ts';
import { modetrade } from './traits/modetrade.ts';
import { myokx } from './traits/myokx.ts';
import { nado } from './traits/nado.ts';
import { ndax } from './traits/ndax.ts';
import { okxus } from './traits/okxus.ts';
import { phemex } from './traits/phemex.ts';
import { poloniex } from './traits/poloniex.ts';
import { tokocrypto } from './traits/tokocrypto.ts';
import { toobit } from './traits/toobit.ts';
import { upbit } from './traits/upbit.ts';
import { whitebit } from './traits/whitebit.ts';
import { woo } from './traits/woo.ts';
import { woofipro } from './traits/woofipro.ts';
import { xt } from './traits/xt.ts';
import type { ExchangeTraits } from './exchange-traits.ts';

/** The traits by ccxt's id of the exchange. */
export const EXCHANGE_TRAITS: Readonly<Record<string, ExchangeTraits>> = {
  alpaca,
  backpack,
  bequant,
  bigone,
  binanceus,
  bingx,
  bitbns,
  bitfinex,
  bitflyer,
  bithumb,
  bitopro,
  bitrue,
  bitteam,
  bittrade,
  blockchaincom,
  blofin,
  btcmarkets,
  btse,
  bullish,
  bybiteu,
  bybitid,
  bydfi,
  cex,
  coinbaseexchange,
  coinbaseinternational,
  coincheck,
  coinex,
  coinmate,
  coinsph,
  deepcoin,
  deribit,
  digifinex,
  dydx,
  extended,
  fmfwio,
  foxbit,
  gateeu,
  gemini,
  hashkey,
  hibachi,
  hitbtc,
  hollaex,
  hyperliquid,
  indodax,
  latoken,
  lbank,
  mexc,
  modetrade,
  myokx,
  nado,
  ndax,
  okxus,
  phemex,
  poloniex,
  tokocrypto,
  toobit,
  upbit,
  whitebit,
  woo,
  woofipro,
  xt,
};

/** Returns the traits of an exchange. @throws {RangeError} if it has no file. */
export function traitsOf(name: string): ExchangeTraits {
  const traits = Object.hasOwn(EXCHANGE_TRAITS, name) ? EXCHANGE_TRAITS[name] : undefined;
  if (traits === undefined) throw new RangeError(`traits/ has no file for ${name}`);
  return traits;
}
