/** The rows of a file have the symbols of assets that synchronised rows have; Kraken's: test/sync/kraken-export.test.ts. */
import ccxt, { type Exchange } from 'ccxt';
import { expect, it } from 'vitest';

import { PRESETS } from '../../src/cli/import/presets/catalogue.ts';
import type { PresetName } from '../../src/domain/import-options.ts';
import { readExport } from './read-export.ts';

/** A withdrawal of the asset `NAME` in every layout, with a fee where the layout has one. */
const FILES: readonly (readonly [PresetName, header: string, row: string])[] = [
  [
    'binance',
    'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
    '1,2024-01-01 00:00:00,Spot,Withdraw,NAME,-5,',
  ],
  [
    'binance',
    'Date(UTC),Coin,Amount,TransactionFee,Address,TXID,SourceAddress,Status',
    '2024-01-01 00:00:00,NAME,5,1,to,t,from,Completed',
  ],
  [
    'binance',
    'Date(UTC),Coin,Network,Amount,Fee,Address,TXID,Status',
    '2024-01-01 00:00:00,NAME,ETH,5,1,to,t,Completed',
  ],
  [
    'binance',
    'Date(UTC),Coin,Amount,Address,TXID,Status',
    '2024-01-01 00:00:00,NAME,5,to,t,Completed',
  ],
  [
    'binance',
    'Date(UTC),Coin,Amount,Status,Payment Method,Fee,Order ID',
    '2024-01-01 00:00:00,NAME,5,Successful,Card,1,o',
  ],
  [
    'binance',
    'Date(UTC+1),Method,Deposit Amount,Receive Amount,Fee,Status,Transaction ID',
    '2024-01-01 00:00:00,Card,5 NAME,4 NAME,1 NAME,Successful,o',
  ],
  [
    'bitstamp',
    'ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Fee,Fee currency',
    '1,Main Account,Withdrawal,,2024-01-01T00:00:00Z,5,NAME,,1,NAME',
  ],
  [
    'bitstamp',
    'Type,Datetime,Account,Amount,Value,Fee,Sub Type',
    'Withdrawal,"Jan. 01, 2024, 12:00 AM",Main Account,5 NAME,,1 NAME,',
  ],
  [
    'bitvavo',
    'Timezone,Date,Time,Type,Currency,Amount,Fee currency,Fee amount,Status,Address',
    'UTC,2024-01-01,00:00:00,withdrawal,NAME,-5,NAME,1,Completed,to',
  ],
  [
    'coinbase',
    'Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Fees and/or Spread',
    '2024-01-01 00:00:00 UTC,Withdrawal,NAME,-5,NAME,1',
  ],
];

/** Names that the class of an exchange changes, those that all change, a plain one, and one in lower case. */
function listNames({ commonCurrencies }: Exchange): readonly string[] {
  return [...Object.keys(commonCurrencies), 'XBT', 'BCHSV', 'SOL', 'sol'];
}

it.each(FILES)(
  'a file of %s with the columns %s has the symbols of synchronisation',
  (preset, header, row) => {
    const exchange = new ccxt[preset]();
    for (const name of listNames(exchange)) {
      const symbol = exchange.safeCurrencyCode(name);
      const { records, problems } = readExport(preset, [header, row.replaceAll('NAME', name)], {
        fileName: 'withdraw.csv',
      });
      expect([...problems.values()]).toEqual([]);
      expect(records.get(2)?.asset).toBe(symbol);
      expect(records.get(2)?.feeCurrency ?? symbol).toBe(symbol);
    }
  },
);

it('has a row of each layout', () => {
  const { kraken: _kraken, ...presets } = PRESETS;
  expect(FILES.map(([preset]) => preset)).toEqual(
    Object.entries(presets).flatMap(([preset, layouts]) => layouts.map(() => preset)),
  );
});
