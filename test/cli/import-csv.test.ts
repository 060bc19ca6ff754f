/** CSV as spreadsheets and accounting programs write it. */
import { beforeAll, describe, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import { createImportsWallet, shareScratch } from './scratch.ts';

const scratch = shareScratch();
let walletId: string;
beforeAll(async () => {
  ({ walletId } = await createImportsWallet(scratch.variables));
});

interface Imported {
  readonly id: string;
  readonly added: number;
  readonly known: number;
  readonly readAs: string;
}

const importArgs = (file: string, ...options: readonly string[]) => [
  'import',
  '--wallet',
  walletId,
  file,
  ...options,
];
const run = (file: string, ...options: readonly string[]) =>
  callTeller(importArgs(file, ...options), scratch.variables);
const ask = (file: string, ...options: readonly string[]) =>
  askTeller<Imported>(importArgs(file, ...options), scratch.variables);
const list = async () =>
  (await callTeller(['transactions', '--wallet', walletId, '--json'], scratch.variables)).stdout;

/** A sheet that a German spreadsheet saved as CSV. */
const SHEET = [
  'Währung;Type;Betrag;Datum;Status;Gebühr;FeeCurrency;Notiz',
  'EUR;deposit;1.234,50;29.02.2024 12:00:00;completed;0,10;EUR;für Müller',
  'BTC;withdrawal;0,000000010000000001;27.10.2024 03:30:00;completed;;;"a;b"',
  '',
].join('\r\n');
const OPTIONS = [
  '--column',
  'asset=währung',
  '--column',
  'amount=BETRAG',
  '--column',
  'timestamp=Datum',
  '--column',
  'feeCost=Gebühr',
  '--ignore-column',
  'Notiz',
  '--decimal-comma',
  '--date-format',
  'DD.MM.YYYY HH:mm:ss',
  '--time-zone',
  'Europe/Berlin',
];

describe('teller import of a spreadsheet', () => {
  it('reads it exactly in each encoding, and adds its rows once', async () => {
    const files = [
      ['Windows-1252', Buffer.from(SHEET, 'latin1')],
      ['UTF-8', Buffer.from(SHEET)],
      ['UTF-16 LE', Buffer.from(`\uFEFF${SHEET}`, 'utf16le')],
    ] as const;
    const results = [];
    for (const [name, bytes] of files) {
      results.push(await ask(scratch.write(`${name}.csv`, bytes), ...OPTIONS));
    }
    expect(results).toMatchObject([
      { added: 2, known: 0, readAs: 'CSV, separated by semicolons, Windows-1252' },
      { added: 0, known: 2, readAs: 'CSV, separated by semicolons, UTF-8' },
      { added: 0, known: 2, readAs: 'CSV, separated by semicolons, UTF-16 LE' },
    ]);
    const listed = await list();
    expect(listed).toContain('"amount":1234.50,"timestamp":1709204400000,');
    expect(listed).toContain('"feeCost":0.10,"feeCurrency":"EUR"');
    expect(listed).toContain('"amount":0.000000010000000001,"timestamp":1729996200000,');
    await askTeller(['import', 'undo', results[0]?.id ?? '', '--yes'], scratch.variables);
  });

  it('says for people what it read and detected', async () => {
    const text = 'asset\ttype\tamount\ttimestamp\tstatus\nX\tdeposit\t1\t2024-01-01\tcompleted\n';
    const { stdout } = await run(scratch.write('tabs.txt', text), '--dry-run');
    expect(stdout).toMatch(/^Dry run with 1 row of .*tabs\.txt for wallet_\w+: 1 added, 0 known, /);
    expect(stdout).toMatch(/\nRead as CSV, separated by tabs, UTF-8\n$/);
  });

  it('names line, column and what to do for times and amounts that it cannot read', async () => {
    const sheet = [
      SHEET.split('\r\n')[0],
      'EUR;deposit;1.234;31.03.2024 02:30:00;completed;;;',
      'EUR;deposit;1.5;31.02.2024 00:00:00;completed;;;',
    ].join('\n');
    const { code, stderr } = await run(scratch.write('bad.csv', sheet), ...OPTIONS);
    expect(code).toBe(1);
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      'teller: bad.csv: 2 bad rows in 3 lines. Nothing was stored',
      'line 2: amount (column "Betrag") "1.234" is ambiguous with --decimal-comma: write 1234 or 1,234; ' +
        'timestamp (column "Datum") "31.03.2024 02:30:00" does not exist in Europe/Berlin, where the clocks ' +
        'were put forward: write this time with its offset, for example 2024-10-27T02:30:00+01:00',
      'line 3: amount (column "Betrag") must be a decimal with a comma, for example 1.234,50, not "1.5"; ' +
        'timestamp (column "Datum") "31.02.2024 00:00:00" is not a time that exists',
    ]);
  });

  it('names the options that read a file with commas and local times', async () => {
    const text = 'asset;type;amount;timestamp;status\nX;deposit;1,5;01.02.2024;completed\n';
    const { stderr } = await run(scratch.write('plain.csv', text));
    expect(stderr).toContain('is read with --decimal-comma\n');
    expect(stderr).toContain('is read with --date-format, for example');
  });

  it('advises no option for a comma before the decimal point, or for a time that is not stored', async () => {
    const rows = ['X;deposit;1,234.50;01.01.1969;completed', 'X;deposit;many;01.01.2024;completed'];
    const text = ['asset;type;amount;timestamp;status', ...rows].join('\n');
    const options = ['--date-format', 'DD.MM.YYYY'];
    const { code, stderr } = await run(scratch.write('points.csv', text), ...options);
    expect(code).toBe(1);
    expect(stderr.split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(
        /^line 2: amount .*"1,234\.50".*; timestamp -31536000000 is before 1970, and such times are not stored$/,
      ),
      expect.stringMatching(/^line 3: amount must be a decimal, not "many"$/),
    ]);
  });

  it.each([
    [['--column', 'amount'], '--column must be FIELD=HEADER'],
    [['--column', '=x'], '--column must be FIELD=HEADER'],
    [['--column', 'amount='], '--column must be FIELD=HEADER'],
    [['--column', 'ammount=x'], 'did you mean amount?'],
    [['--column', 'amount=a', '--column', 'amount=b'], '--column names amount twice'],
    [['--date-format', 'TT.MM.JJJJ'], 'is not a token; the tokens are YYYY'],
    [['--time-zone', 'Europe/Berlin'], '--time-zone needs --date-format'],
    [['--date-format', 'DD.MM.YYYY', '--time-zone', 'Berlin'], 'unknown time zone "Berlin"'],
    [['--decimal-comma', '--format', 'jsonl'], '--decimal-comma describes CSV'],
    [['--column', 'amount=x', '--format', 'jsonl'], '--column describes CSV'],
    [['--ignore-column', 'x', '--format', 'jsonl'], '--ignore-column describes CSV'],
    [['--date-format', 'DD.MM.YYYY', '--format', 'jsonl'], '--date-format describes CSV'],
  ])('refuses the options %j', async (options, problem) => {
    const { code, stderr } = await run(scratch.write('any.csv', SHEET), ...options);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });

  it('does not say that a file has no rows if it skipped them', async () => {
    const row = ',R1,2024-01-01 00:00:00,deposit,,EUR,1,0';
    const text = `txid,refid,time,type,subtype,asset,amount,fee\n${row}\n`;
    const { code, stdout } = await run(scratch.write('skipped.csv', text), '--preset', 'kraken');
    expect([code, stdout]).toEqual([0, expect.stringContaining('\nSkipped 1 row that are not')]);
    expect(stdout).not.toContain('no rows');
  });

  it.each(['rows.jsonl', 'rows.NDJSON'])('is not expected in %s', async (name) => {
    const file = scratch.write(name, 'asset,type,amount,timestamp,status\n');
    expect((await run(file)).stderr).toContain('\nline 1: is not JSON: ');
  });

  it.each([
    ['sheet.xlsx', Buffer.from('PK\u0003\u0004'), 'save the sheet as CSV'],
    ['latin1.jsonl', Buffer.from('{"asset":"\u00FC"}', 'latin1'), 'line 1 is not UTF-8'],
  ])('refuses %s and stores nothing', async (name, bytes, problem) => {
    const { code, stderr } = await run(scratch.write(name, bytes));
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
    expect(stderr).toContain('Nothing was stored');
  });
});
