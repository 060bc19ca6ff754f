import fc from 'fast-check';
import { expect, it } from 'vitest';

import { anyText } from '../../test/any-text.ts';
import { readBalanceDocument, writeBalanceDocument } from './balance-document.ts';
import type { AssetBalance } from './balance.ts';
import type { Decimal } from './decimal.ts';

const NETWORK = {
  id: 'ETH',
  code: 'ETH',
  name: 'Ethereum',
  displayName: 'Ethereum',
  minWithdrawal: '1e-8',
  maxWithdrawal: null,
  assetName: 'ETH',
  addressRegex: '^0x\\w{40}$',
};

it('writes amounts as numbers, limits as text, and no internal field', () => {
  const network = { ...NETWORK, inner: 'not reported' };
  const eth = { asset: 'ETH', amount: '1.10' as Decimal, networks: [network] };
  const btc = {
    asset: 'BTC',
    amount: '0' as Decimal,
    networks: [],
    networksUnknown: true as const,
  };
  expect(writeBalanceDocument([eth, btc])).toEqual({
    json:
      '[{"asset":"BTC","amount":0,"networks":[]},{"asset":"ETH","amount":1.10,' +
      '"networks":[{"id":"ETH","code":"ETH","name":"Ethereum","displayName":"Ethereum",' +
      '"minWithdrawal":"1e-8","maxWithdrawal":null,"assetName":"ETH","addressRegex":"^0x\\\\w{40}$"}]}]',
    unknownNetworks: ['BTC'],
    withdrawableUnverified: false,
  });
});

it('sorts assets and networks by their bytes in UTF-8, as both databases do', () => {
  // The order of UTF-16 units is another one.
  const names = ['\u{1F600}', '\uFF21', 'ETH', 'BTC'];
  const networks = names.map((id) => ({ ...NETWORK, id }));
  const balances = names.map((asset) => ({ asset, amount: '1' as Decimal, networks }));
  const read = readBalanceDocument(writeBalanceDocument(balances));
  const sorted = ['BTC', 'ETH', '\uFF21', '\u{1F600}'];
  expect(read.map(({ asset }) => asset)).toEqual(sorted);
  expect(read[0]?.networks.map(({ id }) => id)).toEqual(sorted);
});

it('parses its own text, with every digit, for any texts', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.stringMatching(/^\d{0,30}$/))
    .map(([whole, digits]) => `${whole}${digits === '' ? '' : `.${digits}`}` as Decimal);
  const network = fc.record({
    ...Object.fromEntries(Object.keys(NETWORK).map((name) => [name, anyText])),
    maxWithdrawal: fc.option(anyText),
  }) as unknown as fc.Arbitrary<typeof NETWORK>;
  const balance = fc.record({
    asset: anyText,
    amount,
    networks: fc.uniqueArray(network, { maxLength: 4, selector: ({ id }) => id }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(balance, { maxLength: 4, selector: ({ asset }) => asset }),
      (balances) => {
        const read = readBalanceDocument(writeBalanceDocument(balances));
        const describe = (list: readonly AssetBalance[]) =>
          list
            .map(({ asset, amount, networks }) => {
              const texts = networks.map((network) => JSON.stringify(network));
              return JSON.stringify([asset, amount, texts.toSorted()]);
            })
            .toSorted();
        expect(describe(read)).toEqual(describe(balances));
      },
    ),
  );
});
