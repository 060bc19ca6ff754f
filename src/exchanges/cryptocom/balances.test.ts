import { describe, expect, it } from 'vitest';

import { mapBalances } from './balances.ts';

const position = {
  instrument_name: 'BTC',
  quantity: '0.0002119875',
  reserved_qty: '0',
  max_withdrawal_balance: '0.00021198',
};

const currencies = {
  BTC: {
    full_name: 'Bitcoin',
    default_network: 'BTC',
    network_list: [
      { network_id: 'BTC', withdraw_enabled: true, min_withdrawal_amount: '8.0E-4' },
      { network_id: 'CRONOS', withdraw_enabled: false, min_withdrawal_amount: '9.12E-6' },
      { network_id: '', withdraw_enabled: true },
      { network_id: 'ETH', withdraw_enabled: 'true' },
      { network_id: 'SOL', withdraw_enabled: 'false' },
      { network_id: 'POLYGON' },
    ],
  },
};

const map = (wallets: readonly unknown[], listed: typeof currencies | undefined) =>
  mapBalances(wallets, listed, (id) => id);

describe('mapBalances', () => {
  it('returns withdrawable amounts, and the open networks', () => {
    const usd = { instrument_name: 'USD', quantity: '5', max_withdrawal_balance: '3.50' };
    const broken = { instrument_name: 'CRO', quantity: '5' };
    const { balances, unreadable } = map(
      [{ position_balances: [position, usd, broken] }],
      currencies,
    );
    expect(balances).toEqual([
      {
        asset: 'BTC',
        amount: '0.00021198',
        networks: [
          {
            id: 'BTC',
            code: 'BTC',
            name: 'BTC',
            displayName: 'BTC',
            minWithdrawal: '8.0E-4',
            maxWithdrawal: null,
            assetName: 'BTC',
            addressRegex: expect.stringContaining('bc1'),
          },
          expect.objectContaining({ id: 'ETH' }),
        ],
        // One of its networks cannot be read.
        networksUnknown: true,
      },
      { asset: 'USD', amount: '3.50', networks: [] },
    ]);
    expect(unreadable.map(({ reason }) => reason)).toEqual([
      'max_withdrawal_balance is missing',
      'network_id is missing',
    ]);
  });

  it('lists no network of a currency whose networks have another form', () => {
    for (const listed of [null, {}, { network_list: {} }]) {
      const { balances, unreadable } = mapBalances(
        [{ position_balances: [position] }],
        { BTC: listed },
        (id) => id,
      );
      expect(balances).toEqual([{ asset: 'BTC', amount: '0.00021198', networks: [] }]);
      expect(unreadable).toEqual([]);
    }
  });

  it('skips a wallet that contains the margin of one position', () => {
    const isolated = { isolation_id: '17', position_balances: [position] };
    expect(map([isolated], currencies).balances).toEqual([]);
  });

  it('skips a wallet that is no object, or has no list of positions', () => {
    const wallets = [
      null,
      'wallet',
      {},
      { position_balances: {} },
      { position_balances: [position] },
    ];
    expect(map(wallets, currencies).balances).toHaveLength(1);
  });

  it('marks the networks as unknown if the exchange refuses them to the key', () => {
    const { balances } = map([{ position_balances: [position] }], undefined);
    expect(balances).toEqual([
      { asset: 'BTC', amount: '0.00021198', networks: [], networksUnknown: true },
    ]);
  });
});
