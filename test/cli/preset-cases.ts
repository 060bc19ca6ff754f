/** The exports of `exports/` with the rows that they contain. */

/** A file in `exports/`, and what an import of it has to store and to skip. */
interface PresetCase {
  readonly preset: string;
  readonly file: string;
  readonly options?: readonly string[];
  readonly readAs: string;
  readonly rows: readonly string[];
  readonly skipped: readonly string[];
}

export const PRESET_CASES: readonly PresetCase[] = [
  {
    preset: 'kraken',
    file: 'kraken-ledgers.csv',
    readAs: 'Kraken ledgers, CSV, separated by commas, UTF-8',
    rows: [
      'FLR,transfer_out,50.0000000000,2024-02-09T08:00:00.000Z,completed,,,0,FLR',
      'SGB,reward,40.0000000000,2024-02-07T08:00:00.000Z,completed,,,0,SGB',
      'FLR,reward,150.0000000000,2024-02-06T08:00:00.000Z,completed,,,0,FLR',
      'DOT,reward,0.1234567891,2024-02-01T00:00:00.000Z,completed,,,0,DOT',
      'BTC,reward,0.0000001200,2024-01-15T22:25:09.000Z,completed,,,0.0000000100,BTC',
      'BTC,transfer_out,0.0005000000,2024-01-09T15:35:39.000Z,completed,,,0,BTC',
      'EUR,withdrawal,50.0000,2024-01-08T08:00:00.000Z,failed,,,0.0900,EUR',
      'BTC,withdrawal,0.0010000000,2024-01-07T08:00:00.000Z,completed,,,0.0000500000,BTC',
      'EUR,deposit,1000.0000,2024-01-05T12:00:00.000Z,completed,,,0,EUR',
    ],
    skipped: [
      '1 from 2: deposit that is not settled: it has no txid',
      '2 from 4: trade tradespot: not a transaction of a wallet',
      '1 from 15: margin trade: not a transaction of a wallet',
      '1 from 11: withdrawal: part of another row',
      '1 from 9: earn autoallocation: part of another row',
    ],
  },
  {
    preset: 'kraken',
    file: 'kraken-ledgers-older.csv',
    readAs: 'Kraken ledgers, CSV, separated by commas, UTF-8',
    rows: [
      'DOGE,deposit,1000.00000000,2017-08-04T06:14:54.000Z,completed,,,0.0000000000,DOGE',
      'BTC,withdrawal,0.2500000000,2017-08-03T06:14:54.000Z,completed,,,0.0010000000,BTC',
      'BCH,reward,0.5000000000,2017-08-02T06:14:54.000Z,completed,,,0.0000000000,BCH',
      'EUR,deposit,500.0000,2017-08-01T06:14:54.000Z,completed,,,0.0000,EUR',
    ],
    skipped: [],
  },
  {
    preset: 'coinbase',
    file: 'coinbase.csv',
    readAs: 'Coinbase transaction history, CSV, separated by commas, UTF-8',
    rows: [
      'EUR,withdrawal,250.00,2024-03-06T08:00:00.000Z,completed,,,1.50,EUR',
      'ETH,transfer_out,0.1,2024-03-05T08:00:00.000Z,completed,,,,',
      'ETH,reward,0.000123456789012345,2024-03-01T00:00:01.000Z,completed,,,,',
      'ETH,deposit,0.25,2024-02-02T09:00:00.000Z,completed,,0x1111111111111111111111111111111111111111,0.00,EUR',
      'BTC,withdrawal,0.005000000000000001,2024-02-01T12:30:15.000Z,completed,,bc1qexample0000000000000000000000000000000,0.00,EUR',
      'EUR,deposit,1000,2024-01-02T10:00:00.000Z,completed,,,,',
    ],
    skipped: [
      '1 from 6: Buy: a trade',
      '1 from 12: Retail Staking Transfer: a move between accounts of the customer',
    ],
  },
  {
    preset: 'coinbase',
    file: 'coinbase-older.csv',
    readAs: 'Coinbase transaction history, CSV, separated by commas, UTF-8',
    rows: [
      'BTC,withdrawal,0.125,2019-05-02T10:00:00.000Z,completed,,,,',
      'BTC,deposit,0.5,2019-05-01T10:00:00.000Z,completed,,,,',
    ],
    skipped: ['1 from 7: Sell: a trade'],
  },
  {
    preset: 'bitstamp',
    file: 'bitstamp.csv',
    readAs: 'Bitstamp transactions, CSV, separated by commas, UTF-8',
    rows: [
      'XRP,other,5.00000000,2022-02-12T14:30:00.000Z,completed,,,,',
      'XLM,debit,0.00200000,2022-02-11T14:30:00.000Z,completed,,,,',
      'ETH,reward,0.00012345,2022-02-10T14:30:33.607Z,completed,,,,',
      'BTC,withdrawal,0.05000000,2021-08-01T08:00:00.000Z,completed,,,0.00010000,BTC',
      'EUR,deposit,1500.00,2020-03-15T09:00:00.000Z,completed,,,,',
    ],
    skipped: ['1 from 3: Market: a trade'],
  },
  {
    preset: 'bitstamp',
    file: 'bitstamp-older.csv',
    readAs: 'Bitstamp transactions (older layout), CSV, separated by commas, UTF-8',
    rows: [
      'USD,withdrawal,80.00,2017-02-01T12:05:00.000Z,completed,,,0.90,USD',
      'BTC,deposit,0.50000000,2017-01-27T15:28:00.000Z,completed,,,,',
    ],
    skipped: ['1 from 3: Market: a trade'],
  },
  {
    preset: 'bitvavo',
    file: 'bitvavo.csv',
    readAs: 'Bitvavo transaction history, CSV, separated by commas, UTF-8',
    rows: [
      'EUR,withdrawal,50,2024-07-03T08:00:00.000Z,canceled,,NL00BANK0123456789,,',
      'ETH,reward,0.0012,2024-07-02T08:00:00.000Z,completed,,,,',
      'BTC,withdrawal,0.0099,2024-07-01T09:37:41.585Z,completed,,bc1qexample0000000000000000000000000000000,0.0001,BTC',
      'EUR,deposit,1000,2024-02-01T09:29:03.000Z,completed,,NL00BANK0123456789,,',
    ],
    skipped: [
      '1 from 3: buy: a trade',
      '1 from 7: withdrawal_cancelled: the withdrawal has the status',
    ],
  },
  {
    preset: 'binance',
    file: 'binance-transactions.csv',
    readAs: 'Binance transaction history, CSV, separated by commas, UTF-8',
    rows: [
      'BTC,withdrawal,0.00500000,2021-04-08T09:00:00.000Z,completed,,,,',
      'USDT,transfer_out,100.00000000,2021-04-07T09:00:00.000Z,completed,,,,',
      'BNB,reward,0.00012345,2021-04-06T00:11:12.000Z,completed,,,,',
      'USDT,deposit,1000.00000000,2021-04-04T10:05:46.000Z,completed,,,,',
    ],
    skipped: [
      '1 from 3: Buy: a trade',
      '1 from 4: Transaction Related: a trade',
      '1 from 5: Fee: a trade',
      '1 from 8: account USDT-Futures: not the spot account',
    ],
  },
  {
    preset: 'binance',
    file: 'binance-transactions-newer.csv',
    options: ['--time-zone', '+02:00'],
    readAs: 'Binance transaction history, CSV, separated by commas, UTF-8',
    rows: [
      'USDC,reward,0.00000123,2025-11-28T11:37:32.000Z,completed,,,,',
      'USD,deposit,2000.72,2025-11-28T11:29:41.000Z,completed,,,,',
    ],
    skipped: [],
  },
  {
    preset: 'binance',
    file: 'binance-deposit-history.csv',
    readAs: 'Binance deposit history, CSV, separated by commas, UTF-8',
    rows: [
      'BTC,deposit,0.5,2025-05-07T01:00:00.000Z,completed,,bc1qexample0000000000000000000000000000000,,',
      'USDT,deposit,125.564991,2025-05-06T23:05:55.000Z,completed,0xaaaa000000000000000000000000000000000000000000000000000000000001,0x2222222222222222222222222222222222222222,,',
    ],
    skipped: [],
  },
  {
    preset: 'binance',
    file: 'binance-withdraw-history.csv',
    readAs: 'Binance withdrawal history, CSV, separated by commas, UTF-8',
    rows: [
      'BTC,withdrawal,0.03,2025-12-21T16:51:45.000Z,canceled,,bc1qexample0000000000000000000000000000000,0.000015,BTC',
      'BTC,withdrawal,0.02,2025-12-20T16:51:45.000Z,completed,bbbb000000000000000000000000000000000000000000000000000000000002,bc1qexample0000000000000000000000000000000,0.000015,BTC',
    ],
    skipped: [],
  },
  {
    preset: 'binance',
    file: 'binance-deposit-history-older.csv',
    readAs: 'Binance deposit or withdrawal history (older layout), CSV, separated by commas, UTF-8',
    rows: [
      'ETH,deposit,1.50000000,2021-04-04T10:05:46.000Z,completed,0xcccc000000000000000000000000000000000000000000000000000000000003,0x3333333333333333333333333333333333333333,,',
    ],
    skipped: [],
  },
  {
    preset: 'binance',
    file: 'binance-fiat-withdraw-history.csv',
    readAs: 'Binance fiat deposit or withdrawal history, CSV, separated by commas, UTF-8',
    rows: ['EUR,withdrawal,98.50,2021-05-01T08:00:00.000Z,completed,,,1.50,EUR'],
    skipped: [],
  },
  {
    preset: 'binance',
    file: 'binance-transactions-accounts.csv',
    readAs: 'Binance transaction history, CSV, separated by commas, UTF-8',
    rows: [
      'USDT,deposit,7.00000000,2023-06-19T12:00:00.000Z,completed,,,,',
      'PLN,deposit,147.15,2023-06-18T12:00:00.000Z,completed,,,,',
      'USDT,credit,4.00000000,2023-06-17T12:00:01.000Z,completed,,,,',
      'USDT,debit,3.00000000,2023-06-17T12:00:00.000Z,completed,,,,',
      'SCR,reward,2.50000000,2023-06-16T12:00:01.000Z,completed,,,,',
      'BUSD,transfer_out,20.00000000,2023-06-14T12:00:00.000Z,completed,,,,',
      'BUSD,reward,4.87068,2023-06-13T12:00:00.000Z,completed,,,,',
      'BUSD,deposit,479.6780028,2023-06-12T12:06:41.000Z,completed,,,,',
    ],
    skipped: [
      '1 from 5: account Funding: not the spot account',
      '3 from 6: account USD-MFutures: not the spot account',
      '1 from 9: account CrossMargin: not the spot account',
      '1 from 10: account Earn: not the spot account',
      '1 from 15: BNB Fee Deduction: a trade',
    ],
  },
  {
    preset: 'bitstamp',
    file: 'bitstamp-staking.csv',
    readAs: 'Bitstamp transactions, CSV, separated by commas, UTF-8',
    rows: [
      'BTC,transfer_in,0.30000000,2021-03-08T09:00:00.000Z,completed,,,,',
      'BTC,other,0.20000000,2021-03-07T09:00:00.000Z,completed,,,,',
      'BTC,transfer_in,0.10000000,2021-03-06T09:00:00.000Z,completed,,,,',
      'BTC,transfer_in,0.77100000,2021-03-05T09:00:00.000Z,completed,,,,',
      'BTC,transfer_out,1.22646670,2021-03-04T09:00:00.000Z,completed,,,,',
      'ETH2,transfer_in,4.00000000,2021-03-02T09:00:00.000Z,completed,,,,',
      'ETH,transfer_out,4.00000000,2021-03-01T09:00:00.000Z,completed,,,,',
    ],
    skipped: ['1 from 4: Converted assets: a trade'],
  },
  {
    preset: 'bitstamp',
    file: 'bitstamp-older-transfers.csv',
    readAs: 'Bitstamp transactions (older layout), CSV, separated by commas, UTF-8',
    rows: [
      'BTC,transfer_in,0.25000000,2017-01-28T15:28:00.000Z,completed,,,,',
      'BTC,transfer_out,0.50000000,2017-01-27T15:28:00.000Z,completed,,,,',
    ],
    skipped: [],
  },
  {
    preset: 'coinbase',
    file: 'coinbase-types.csv',
    readAs: 'Coinbase transaction history, CSV, separated by commas, UTF-8',
    rows: [
      'ETH,withdrawal,0.2,2024-01-06T10:00:00.000Z,completed,,,0.00,EUR',
      'USDC,credit,0.02,2024-01-05T10:00:00.000Z,completed,,,,',
      'USDC,debit,12.5,2024-01-03T10:00:00.000Z,completed,,,,',
    ],
    skipped: ['2 from 2: Retail ETH Deprecation: a trade', '1 from 5: Retail Simple Dust: a trade'],
  },
  {
    preset: 'bitvavo',
    file: 'bitvavo-rewards.csv',
    readAs: 'Bitvavo transaction history, CSV, separated by commas, UTF-8',
    rows: [
      'EUR,withdrawal,5,2023-12-01T10:37:41.000Z,pending,,NL00BANK0123456789,0,EUR',
      'ETH,withdrawal,0.010713949999999999,2023-11-30T10:37:41.000Z,completed,,0x1111111111111111111111111111111111111111,1,ETH',
      'EUR,reward,10,2022-11-15T09:10:36.000Z,completed,,,,',
      'ETH,reward,0.00001819,2022-11-14T09:48:36.000Z,completed,,,,',
    ],
    skipped: [],
  },
];
