/** Each layout of `--preset` on a file in the layout that the exchange's customers get. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { generateBitvavoHistory } from '../../simulator/bitvavo/history.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { addWallet as addOtherWallet, askTeller, callTeller, type Tenant } from '../teller.ts';
import { createScratch, createWallet, type Scratch } from './scratch.ts';

const EXPORTS = join(import.meta.dirname, 'exports');

interface Imported {
  readonly rows: number;
  readonly added: number;
  readonly known: number;
  readonly changed: number;
  readonly conflicts: number;
  readonly readAs: string;
  readonly skipped: readonly { reason: string; rows: number; firstLine: number }[];
}

let scratch: Scratch;
let tenant: Tenant;
beforeAll(async () => {
  scratch = createScratch();
  tenant = await createWallet(scratch.variables);
});
afterAll(() => scratch.remove());

async function addWallet(): Promise<string> {
  const args = ['wallet', 'add', '--project', tenant.projectId, '--exchange', 'binance'];
  const credentials = '{"apiKey":"a","secret":"b"}';
  const added = askTeller<{ id: string }>([...args, '--unchecked'], scratch.variables, credentials);
  return (await added).id;
}

const importArgs = (wallet: string, preset: string, file: string, rest: readonly string[]) => [
  'import',
  '--wallet',
  wallet,
  '--preset',
  preset,
  file,
  ...rest,
];

const FIELDS = 'asset,type,amount,timestamp,status,txid,address,feeCost,feeCurrency';

/** Returns the rows of a wallet as CSV with {@link FIELDS}, newest first. */
async function listRows(wallet: string): Promise<readonly string[]> {
  const args = [
    'transactions',
    '--wallet',
    wallet,
    '--limit',
    '1000',
    '--format',
    'csv',
    '--fields',
  ];
  const { stdout } = await callTeller([...args, FIELDS], scratch.variables);
  return stdout.trim().split('\n').slice(1);
}

interface Case {
  readonly preset: string;
  readonly file: string;
  readonly options?: readonly string[];
  readonly readAs: string;
  readonly rows: readonly string[];
  readonly skipped: readonly string[];
}

const CASES: readonly Case[] = [
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
      'EUR,deposit,1000,2024-01-02T10:00:00.000Z,completed,,,0.00,EUR',
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
      '1 from 8: transfer_in: not in the spot account',
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
];

describe('teller import --preset', () => {
  it.each(CASES)('reads $file', async ({ preset, file, options = [], readAs, rows, skipped }) => {
    const wallet = await addWallet();
    const args = importArgs(wallet, preset, join(EXPORTS, file), options);
    const first = await askTeller<Imported>(args, scratch.variables);
    expect(await listRows(wallet)).toEqual(rows);
    expect(first).toMatchObject({ readAs, added: rows.length, changed: 0, conflicts: 0 });
    expect(first.skipped.map((row) => `${row.rows} from ${row.firstLine}: ${row.reason}`)).toEqual(
      skipped,
    );
    // No row is dropped: each line under the header is a transaction or listed as skipped.
    const lines = readFileSync(join(EXPORTS, file), 'utf8').trimEnd().split('\n');
    const header = lines.findIndex((line) => /time|date\(/i.test(line));
    const skippedCount = first.skipped.reduce((sum, row) => sum + row.rows, 0);
    expect(first.rows + skippedCount).toBe(lines.length - header - 1);
    expect(first.rows).toBe(rows.length);
    const again = await askTeller<Imported>(args, scratch.variables);
    expect(again).toMatchObject({ added: 0, known: rows.length, changed: 0, conflicts: 0 });
  });

  it('lists for people what it skipped', async () => {
    const args = importArgs(await addWallet(), 'kraken', join(EXPORTS, 'kraken-ledgers.csv'), []);
    const { stdout } = await callTeller([...args, '--dry-run'], scratch.variables);
    expect(stdout).toContain(
      'Skipped 6 rows that are not transactions of the wallet:\n' +
        '  1 from line 2: deposit that is not settled: it has no txid\n',
    );
  });

  it.each([
    [
      'an unknown type',
      'kraken',
      'bitvavo.csv',
      [],
      'there is no header of a known export in the first 20 lines; known are Kraken ledgers (txid, refid',
    ],
    [
      'times of an unknown zone',
      'binance',
      'binance-transactions-newer.csv',
      [],
      'the column "time" does not name its time zone',
    ],
    [
      'a zone that contradicts the header',
      'binance',
      'binance-transactions.csv',
      ['--time-zone', 'Europe/Berlin'],
      'the times are in the zone of the header "utc_time": omit --time-zone',
    ],
  ])('refuses %s, and says what to do', async (_name, preset, file, options, problem) => {
    const args = importArgs(await addWallet(), preset, join(EXPORTS, file), options);
    const { code, stderr } = await callTeller(args, scratch.variables);
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
    expect(stderr).toContain('Nothing was stored');
  });

  it.each([
    [
      'binance-transactions.csv',
      'Withdraw,',
      'Teleport,',
      'line 9: operation "Teleport" is not known',
    ],
    [
      'binance-withdraw-history.csv',
      'Cancelled',
      'Sideways',
      'line 3: status "Sideways" is not known',
    ],
    ['binance-deposit-history.csv', '0.5,', '-0.5,', 'line 3: amount is negative: -0.5'],
    ['kraken-ledgers.csv', '"2024-02-01', '"2024-02-31', 'line 12: time is not a time: 2024-02-31'],
    ['kraken-ledgers.csv', '0.1234567891,0,', 'x,0,', 'line 12: amount is not a decimal: x'],
    [
      'coinbase.csv',
      'Staking Income',
      'Mystery',
      'line 9: transaction type "Mystery" is not known',
    ],
    ['coinbase.csv', '€1.50', '€1.5.0', 'line 11: fees and/or spread is not an amount: €1.5.0'],
    ['bitstamp.csv', 'Staking reward', 'Mystery', 'line 5: type "Mystery" is not known'],
    [
      'bitstamp-older.csv',
      '80.00 USD',
      '80.00',
      'line 4: amount is not an amount with its currency',
    ],
    ['bitvavo.csv', 'staking', 'mystery', 'line 5: type "mystery" is not known'],
    ['bitvavo.csv', ',Canceled', ',Sideways', 'line 6: status "Sideways" is not known'],
    ['bitvavo.csv', ',0.0001,', ',0.2,', 'line 4: fee amount is above amount'],
    [
      'bitvavo.csv',
      'Europe/Amsterdam,2024-07-02',
      'Nowhere,2024-07-02',
      'line 5: timezone "Nowhere" is unknown',
    ],
  ])('refuses %s with %j replaced by %j', async (file, from, to, problem) => {
    const text = readFileSync(join(EXPORTS, file), 'utf8');
    expect(text).toContain(from);
    const changed = scratch.write(file, text.replace(from, to));
    const preset = file.split(/[-.]/)[0] ?? '';
    const args = importArgs(await addWallet(), preset, changed, []);
    const { code, stderr } = await callTeller(args, scratch.variables);
    expect(code).toBe(1);
    expect(stderr).toContain(`\n${problem}`);
  });

  it('refuses a file whose columns and name do not show the direction', async () => {
    const text = readFileSync(join(EXPORTS, 'binance-deposit-history-older.csv'));
    const args = importArgs(await addWallet(), 'binance', scratch.write('history.csv', text), []);
    const { stderr } = await callTeller(args, scratch.variables);
    expect(stderr).toContain('name the file like the export');
  });

  it.each([
    [['--column', 'amount=Amount'], '--preset knows the columns of the file: omit --column'],
    [['--format', 'jsonl'], '--preset describes CSV, but --format is jsonl'],
  ])('refuses the options %j', async (options, problem) => {
    const args = importArgs('wallet_x', 'kraken', join(EXPORTS, 'kraken-ledgers.csv'), options);
    expect(await callTeller(args, scratch.variables)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(problem),
    });
  });

  it('warns of rows without a txid in a synchronised wallet', async () => {
    const clock = new SimulatedClock({ startMs: Date.UTC(2024, 5, 1) });
    const simulator = await startSimulator({ clock, rateLimits: false });
    try {
      const credentials = { apiKey: 'bitvavo-key', secret: 'bitvavo-secret' };
      const history = generateBitvavoHistory({ seed: 'x', toMs: clock.now(), count: 5 });
      simulator.addAccount('bitvavo', { credentials, history });
      const variables = { ...scratch.variables, TELLER_EXCHANGE_PROXY_URL: simulator.url };
      const wallet = await addOtherWallet(tenant, 'bitvavo', credentials, variables);
      const args = importArgs(wallet, 'bitvavo', join(EXPORTS, 'bitvavo.csv'), ['--dry-run']);
      const before = await callTeller(args, variables);
      expect(before.stderr).not.toContain('warning');
      await askTeller(['sync', '--once', '--wallet', wallet], variables);
      const { code, stderr } = await callTeller(args, variables);
      expect(code).toBe(0);
      expect(stderr).toContain(
        'warning: deposits and withdrawals of crypto have no txid in this export. If synchronisation has ' +
          'read them too, they are in the wallet twice',
      );
    } finally {
      await simulator.close();
    }
  });
});
