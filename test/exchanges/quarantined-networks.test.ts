import { expect, it } from 'vitest';

import { mapBalances as mapBinance } from '../../src/exchanges/binance/balances.ts';
import { mapBalances as mapBitget } from '../../src/exchanges/bitget/balances.ts';
import { mapBalances as mapBitstamp } from '../../src/exchanges/bitstamp/balances.ts';
import { mapBalances as mapBybit } from '../../src/exchanges/bybit/balances.ts';
import { mapBalances as mapCryptocom } from '../../src/exchanges/cryptocom/balances.ts';
import { mapBalances as mapGate } from '../../src/exchanges/gate/balances.ts';
import { mapBalances as mapHtx } from '../../src/exchanges/htx/balances.ts';
import { mapBalances as mapKucoin } from '../../src/exchanges/kucoin/balances.ts';
import type { BalanceReading } from '../../src/exchanges/exchange.ts';

/** A text of a network that cannot be read: it has a control character. */
const UNREADABLE = '1\u0000';
const sameSymbol = (id: string): string => id;

/** The balances of USDT with one network, of which one text cannot be read. */
const READINGS: Readonly<Record<string, () => BalanceReading>> = {
  binance: () => {
    const network = { network: 'TRX', withdrawEnable: true, withdrawMin: UNREADABLE };
    const coins = [{ coin: 'USDT', networkList: [network] }];
    return mapBinance([{ asset: 'USDT', free: '1' }], coins, sameSymbol);
  },
  bitget: () => {
    const chain = { chain: 'TRX', withdrawable: 'true', minWithdrawAmount: UNREADABLE };
    const coins = [{ coin: 'USDT', chains: [chain] }];
    return mapBitget([{ coin: 'USDT', available: '1' }], coins, sameSymbol);
  },
  bitstamp: () => {
    const network = {
      network: 'TRX',
      withdrawal: 'Enabled',
      withdrawal_minimum_amount: UNREADABLE,
    };
    const currencies = [{ currency: 'USDT', type: 'crypto', networks: [network] }];
    return mapBitstamp([{ currency: 'USDT', available: '1' }], currencies, sameSymbol);
  },
  bybit: () => {
    const chain = { chain: 'TRX', chainWithdraw: '1', withdrawMin: UNREADABLE };
    const coins = [{ coin: 'USDT', chains: [chain] }];
    return mapBybit([{ coin: 'USDT', transferBalance: '1' }], coins, sameSymbol);
  },
  cryptocom: () => {
    const network = {
      network_id: 'TRX',
      withdraw_enabled: true,
      min_withdrawal_amount: UNREADABLE,
    };
    const position = { instrument_name: 'USDT', max_withdrawal_balance: '1' };
    return mapCryptocom(
      [{ position_balances: [position] }],
      { USDT: { network_list: [network] } },
      sameSymbol,
    );
  },
  gate: () => {
    const chain = { name: 'TRX', withdraw_disabled: false, addr: UNREADABLE };
    const rows = {
      accounts: [{ currency: 'USDT', available: '1' }],
      currencies: [
        { currency: 'USDT', withdraw_disabled: false, delisted: false, chains: [chain] },
      ],
      limits: [],
    };
    return mapGate(rows, sameSymbol);
  },
  htx: () => {
    const chain = { chain: 'TRX', withdrawStatus: 'allowed', minWithdrawAmt: UNREADABLE };
    const currencies = [{ currency: 'USDT', assetType: 1, chains: [chain] }];
    const balance = { currency: 'USDT', type: 'trade', balance: '1' };
    return mapHtx([balance], currencies, sameSymbol);
  },
  kucoin: () => {
    const chain = { chainId: 'TRX', isWithdrawEnabled: true, withdrawalMinSize: UNREADABLE };
    const currencies = [{ currency: 'USDT', chains: [chain] }];
    const account = { type: 'main', currency: 'USDT', available: '1' };
    return mapKucoin([account], currencies, sameSymbol);
  },
};

it.each(Object.keys(READINGS))(
  '%s: a network that cannot be read is quarantined by its name, and not listed',
  (exchange) => {
    const { balances, unreadable } = READINGS[exchange]!();
    expect(balances).toMatchObject([{ asset: 'USDT', networks: [] }]);
    expect(unreadable).toMatchObject([{ key: 'networks:USDT:TRX' }]);
  },
);
