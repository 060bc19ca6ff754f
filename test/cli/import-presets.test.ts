/** Each layout of `--preset` on a file in the layout that the exchange's customers get. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { generateBitvavoHistory } from '../../simulator/bitvavo/history.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { askTeller, callTeller } from '../teller.ts';
import { PRESET_CASES } from './preset-cases.ts';
import { EXPORTS, importArgs, shareImports } from './share-imports.ts';

interface Imported {
  readonly rows: number;
  readonly added: number;
  readonly known: number;
  readonly changed: number;
  readonly conflicts: number;
  readonly readAs: string;
  readonly skipped: readonly { reason: string; rows: number; firstLine: number }[];
}

const { scratch, addWallet, addImportsWallet, listRows } = shareImports();

describe('teller import --preset', () => {
  it.each(PRESET_CASES)(
    'reads $file',
    async ({ preset, file, options = [], readAs, rows, skipped }) => {
      const wallet = await addWallet();
      const args = importArgs(wallet, preset, join(EXPORTS, file), options);
      const first = await askTeller<Imported>(args, scratch.variables);
      expect(await listRows(wallet)).toEqual(rows);
      expect(first).toMatchObject({ readAs, added: rows.length, changed: 0, conflicts: 0 });
      expect(
        first.skipped.map((row) => `${row.rows} from ${row.firstLine}: ${row.reason}`),
      ).toEqual(skipped);
      // No row is dropped: each line under the header is a transaction or listed as skipped.
      const lines = readFileSync(join(EXPORTS, file), 'utf8').trimEnd().split('\n');
      const header = lines.findIndex((line) => /time|date\(/i.test(line));
      const skippedCount = first.skipped.reduce((sum, row) => sum + row.rows, 0);
      expect(first.rows + skippedCount).toBe(lines.length - header - 1);
      expect(first.rows).toBe(rows.length);
      const again = await askTeller<Imported>(args, scratch.variables);
      expect(again).toMatchObject({ added: 0, known: rows.length, changed: 0, conflicts: 0 });
    },
  );

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
      'the header "utc_time" names the time zone: omit --time-zone',
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
      'operation "Teleport": 1 row, 1 with negative amounts (line 9)',
    ],
    ['binance-withdraw-history.csv', 'Cancelled', 'Sideways', 'status "Sideways": 1 row (line 3)'],
    ['binance-deposit-history.csv', '0.5,', '-0.5,', 'line 3: amount is negative: -0.5'],
    ['kraken-ledgers.csv', '"2024-02-01', '"2024-02-31', 'line 12: time is not a time: 2024-02-31'],
    ['kraken-ledgers.csv', '0.1234567891,0,', 'x,0,', 'line 12: amount is not a decimal: x'],
    ['kraken-ledgers.csv', ',0.0000500000,', ',x,', 'line 6: fee is not a decimal: x'],
    ['coinbase.csv', 'Staking Income', 'Mystery', 'transaction type "Mystery": 1 row (line 9)'],
    ['coinbase.csv', '€1.50', '€1.5.0', 'line 11: fees and/or spread is not an amount: €1.5.0'],
    ['bitstamp.csv', 'Staking reward', 'Mystery', 'type "Mystery": 1 row (line 5)'],
    [
      'bitstamp-older.csv',
      '80.00 USD',
      '80.00',
      'line 4: amount is not an amount with its currency',
    ],
    [
      'bitvavo.csv',
      'staking',
      'mystery',
      'type "mystery": 1 row, 1 with positive amounts (line 5)',
    ],
    ['bitvavo.csv', ',Canceled', ',Sideways', 'status "Sideways": 1 row (line 6)'],
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

  it.each([
    [
      'a negative deposit as a debit',
      'coinbase.csv',
      'Receive,ETH,0.25,',
      'Receive,ETH,-0.25,',
      /^ETH,debit,0\.25,/m,
    ],
    [
      'a fee without a currency',
      'coinbase-older.csv',
      /EUR Fees,(.*\n[^\n]*,)"",Received/,
      'Fees,$1€1.00,Received',
      /^BTC,deposit,0\.5,.*,1\.00,$/m,
    ],
    [
      'a transfer without an account as one of the main account',
      'bitstamp-staking.csv',
      '20000004,Main Account',
      '20000004,',
      /^BTC,transfer_out,1\.22646670,/m,
    ],
  ])('reads %s', async (_name, file, from, to, row) => {
    const text = readFileSync(join(EXPORTS, file), 'utf8');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const wallet = await addWallet();
    const preset = file.split(/[-.]/)[0] ?? '';
    await askTeller(
      importArgs(wallet, preset, scratch.write(file, changed), []),
      scratch.variables,
    );
    expect((await listRows(wallet)).join('\n')).toMatch(row);
  });

  it('stores crypto that a card has paid as a deposit, and skips what the account has paid', async () => {
    const rows = [
      'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
      '1,2025-01-10 23:03:54,Spot,Buy Crypto With Fiat,BTC,0.05,Via CashBalance - Wallet/N1',
      '1,2025-01-10 23:03:55,Spot,Buy Crypto With Fiat,EUR,-2499,Via CashBalance - Wallet/N1',
      '1,2025-01-11 08:00:00,Spot,Buy Crypto With Fiat,ETH,0.5,',
      '1,2025-01-12 08:00:00,Spot,Buy Crypto With Card,ETH,0.7,',
    ];
    const wallet = await addWallet();
    const args = importArgs(wallet, 'binance', scratch.write('card.csv', rows.join('\n')), []);
    const { skipped } = await askTeller<Imported>(args, scratch.variables);
    expect(skipped).toEqual([{ reason: 'Buy Crypto With Fiat: a trade', rows: 2, firstLine: 2 }]);
    expect((await listRows(wallet)).map((row) => row.split(',').slice(0, 3).join())).toEqual([
      'ETH,deposit,0.7',
      'ETH,deposit,0.5',
    ]);
  });

  it('refuses a time before 1970', async () => {
    const text = readFileSync(join(EXPORTS, 'kraken-ledgers-older.csv'), 'utf8');
    const file = scratch.write('old.csv', text.replace('2017-08-01', '1969-08-01'));
    const options = ['--date-format', 'YYYY-MM-DD HH:mm:ss'];
    const { code, stderr } = await callTeller(
      importArgs(await addWallet(), 'kraken', file, options),
      scratch.variables,
    );
    expect(code).toBe(1);
    expect(stderr).toContain('\nline 2: time is not a time: -');
  });

  it('refuses a file with too many reasons to skip a row', async () => {
    const rows = Array.from(
      { length: 201 },
      (_, no) => `1,2024-01-01 00:00:00,Account ${no},Deposit,BTC,1,`,
    );
    const header = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
    const file = scratch.write('accounts.csv', [header, ...rows, rows[0]].join('\n'));
    const args = importArgs(await addWallet(), 'binance', file, []);
    const { code, stderr } = await callTeller(args, scratch.variables);
    expect(code).toBe(1);
    expect(stderr).toContain('accounts.csv: 1 bad row in 203 lines. Nothing was stored\n');
    expect(stderr).toContain('\nline 202: there are more than 200 reasons to skip a row\n');
  });

  it('reads a header after 20 lines at most', async () => {
    const text = readFileSync(join(EXPORTS, 'bitstamp.csv'), 'utf8');
    const wallet = await addWallet();
    const importAfter = (lines: number) => {
      const file = scratch.write('bitstamp.csv', 'a note\n'.repeat(lines) + text);
      return callTeller(importArgs(wallet, 'bitstamp', file, []), scratch.variables);
    };
    expect((await importAfter(21)).stderr).toContain('no header of a known export in the first 20');
    expect((await importAfter(20)).code).toBe(0);
  });

  it('refuses a file whose columns and name do not show the direction', async () => {
    const text = readFileSync(join(EXPORTS, 'binance-deposit-history-older.csv'));
    const args = importArgs(await addWallet(), 'binance', scratch.write('history.csv', text), []);
    const { stderr } = await callTeller(args, scratch.variables);
    expect(stderr).toContain('name the file like the export');
    const typed = importArgs(await addWallet(), 'binance', '-', []);
    expect(await callTeller(typed, scratch.variables, text.toString())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('name the file like the export'),
    });
  });

  it.each([
    [['--column', 'amount=Amount'], '--preset knows the columns of the file: omit --column'],
    [['--ignore-column', 'fee'], '--preset knows the columns of the file: omit --ignore-column'],
    [['--format', 'jsonl'], '--preset describes CSV, but --format is jsonl'],
  ])('refuses the options %j', async (options, problem) => {
    const args = importArgs('wallet_x', 'kraken', join(EXPORTS, 'kraken-ledgers.csv'), options);
    expect(await callTeller(args, scratch.variables)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(problem),
    });
  });

  it('warns of rows that synchronisation stores again, also before the first one', async () => {
    const clock = new SimulatedClock({ startMs: Date.UTC(2024, 5, 1) });
    const simulator = await startSimulator({ clock, rateLimits: false });
    try {
      const credentials = { apiKey: 'bitvavo-key', secret: 'bitvavo-secret' };
      const history = generateBitvavoHistory({ seed: 'x', toMs: clock.now(), count: 5 });
      simulator.addAccount('bitvavo', { credentials, history });
      const variables = { ...scratch.variables, TELLER_EXCHANGE_PROXY_URL: simulator.url };
      const wallet = await addWallet('bitvavo', credentials, variables);
      const args = importArgs(wallet, 'bitvavo', join(EXPORTS, 'bitvavo.csv'), ['--dry-run']);
      const warning =
        'warning: deposits and withdrawals of crypto have no txid in this export. If synchronisation has read them too, ' +
        'or reads them later, they are in the wallet twice: import only rows from before its history';
      expect((await callTeller(args, variables)).stderr).toContain(warning);
      await askTeller(['sync', '--once', '--wallet', wallet], variables);
      const { code, stderr } = await callTeller(args, variables);
      expect(code).toBe(0);
      expect(stderr).toContain(warning);
    } finally {
      await simulator.close();
    }
  });

  it('keeps a deposit of Kraken failed after the import of an older file without its reversal', async () => {
    const wallet = await addImportsWallet();
    const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
    const booked = 'LBOOK,QREF1,2024-02-01 10:00:00,deposit,,currency,XXBT,1.5,0,1.5';
    const reversed = 'LBACK,QREF1,2024-02-03 10:00:00,deposit,,currency,XXBT,-1.5,0,0';
    const importLines = (name: string, ...lines: readonly string[]) => {
      const file = scratch.write(name, [header, ...lines, ''].join('\n'));
      return askTeller<Imported>(importArgs(wallet, 'kraken', file, []), scratch.variables);
    };
    expect(await importLines('a.csv', booked)).toMatchObject({ added: 1 });
    expect(await importLines('b.csv', booked, reversed)).toMatchObject({ changed: 1 });
    expect(await importLines('c.csv', booked)).toMatchObject({ known: 1, changed: 0 });
    expect(await listRows(wallet, 'amount,status')).toEqual(['1.5,failed']);
  });

  it('does not warn if the wallet is never synchronised', async () => {
    const wallet = await addImportsWallet();
    const args = importArgs(wallet, 'bitvavo', join(EXPORTS, 'bitvavo.csv'), ['--dry-run']);
    expect(await callTeller(args, scratch.variables)).toMatchObject({ code: 0, stderr: '' });
  });
});
