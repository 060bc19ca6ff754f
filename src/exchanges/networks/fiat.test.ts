import { describe, expect, it } from 'vitest';

import { isFiat } from './fiat.ts';

const network = (id: string, contract: string | null = null) => ({
  id,
  name: null,
  hints: [],
  contract,
});

describe('isFiat', () => {
  it('returns what the exchange says of an asset on networks', () => {
    expect(isFiat('INR', false, [network('INERY')])).toBe(false);
    expect(isFiat('INR', true, [network('INERY')])).toBe(true);
    expect(isFiat('USDT', true, [])).toBe(true);
  });

  it('goes by the symbol if the exchange does not say it', () => {
    expect(isFiat('EUR', null, [])).toBe(true);
    expect(isFiat('EUR', null, [network('SEPA')])).toBe(true);
    expect(isFiat('BTC', null, [])).toBe(false);
  });

  it.each(
    (
      'AED ARS AUD BRL CAD CHF CLP COP CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW KZT MXN MYR NGN NOK ' +
      'NZD PEN PHP PLN RUB SEK SGD THB TRY TWD UAH USD VND ZAR'
    ).split(' '),
  )('knows the symbol %s', (symbol) => {
    expect(isFiat(symbol, null, [])).toBe(true);
  });

  it('is false for RON, which is the coin of the Ronin chain at exchanges', () => {
    expect(isFiat('RON', null, [])).toBe(false);
  });

  it('is false for a fiat symbol with a contract or on a known chain', () => {
    expect(isFiat('INR', null, [network('X', '0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c')])).toBe(
      false,
    );
    expect(isFiat('INR', null, [network('SEPA'), network('ETH')])).toBe(false);
  });

  it('is true for a fiat symbol that the exchange calls a coin without networks', () => {
    expect(isFiat('EUR', false, [])).toBe(true);
    expect(isFiat('BTC', false, [])).toBe(false);
  });
});
