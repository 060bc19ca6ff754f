/** Decisions about operations, types and statuses that a preset does not know. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import { EXPORTS, shareImports } from './share-imports.ts';

const TYPES = 'deposit withdrawal transfer_in transfer_out reward fee credit debit other'.split(
  ' ',
);

const { scratch, addWallet, importExport } = shareImports();

const HISTORY = [
  'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
  '1,2023-01-01 00:00:00,Spot,Teleport,BTC,1,',
  '1,2023-01-02 00:00:00,Spot,Beam,BTC,2,',
  '1,2023-01-03 00:00:00,Spot,Deposit,BTC,3,',
  "1,2023-01-04 00:00:00,Spot,Bob's = $HOME,BTC,4,",
  '1,2023-01-05 00:00:00,Spot,BEAM,BTC,-5,',
  '1,2023-01-06 00:00:00,USD-MFutures,Warp,BTC,-6,',
  ...Array.from({ length: 6 }, (_, no) => `1,2023-02-0${no + 1} 00:00:00,Spot,Teleport,BTC,7,`),
].join('\n');

/** Imports a file into a new wallet, and returns its rows as `type amount`, oldest first. */
async function importInto(preset: string, file: string, options: readonly string[]) {
  const outcome = await importExport(preset, file, options, 'type,amount,status');
  return { ...outcome, rows: outcome.rows.toReversed() };
}

const importHistory = (...options: readonly string[]) =>
  importInto('binance', scratch.write('history.csv', HISTORY), options);

/** Returns the words of a command line as a shell reads them. */
function readByShell(text: string): readonly string[] {
  const output = execFileSync('sh', ['-c', `printf '%s\\n' ${text}`], { encoding: 'utf8' });
  return output.trimEnd().split('\n');
}

describe('an import with unknown operations', () => {
  it('lists all of them with counts, first lines and the options to add', async () => {
    const { code, stderr, rows } = await importHistory();
    expect(code).toBe(1);
    expect(rows).toEqual([]);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'teller: history.csv: 10 rows that the preset does not know in 13 lines. Nothing was stored',
      'operation "Teleport": 7 rows, 7 with positive amounts (first lines 2, 8, 9, 10, 11)',
      'operation "Beam": 2 rows, 1 with positive amounts and 1 with negative amounts (lines 3, 6)',
      `operation "Bob's = $HOME": 1 row, 1 with positive amounts (line 5)`,
      'Decide on each: --map gives its rows a type or status, --skip skips them, for example trades. Add these ' +
        'options after changing the types that do not fit:',
      String.raw`  --map 'Teleport=credit' --map 'Beam=credit' --map 'Beam=debit' --map 'Bob'\''s = $HOME=credit'`,
      'or skip all of them:',
      String.raw`  --skip 'Teleport' --skip 'Beam' --skip 'Bob'\''s = $HOME'`,
    ]);
  });

  it('imports the file with the options as they are pasted', async () => {
    const { stderr } = await importHistory();
    const [map = '', skip = ''] = stderr.split('\n').filter((line) => line.startsWith('  --'));
    const mapped = await importHistory(...readByShell(map));
    expect(mapped).toMatchObject({ code: 0, stderr: '' });
    expect(mapped.rows).toEqual([
      'credit,1,completed',
      'credit,2,completed',
      'deposit,3,completed',
      'credit,4,completed',
      'debit,5,completed',
      ...Array(6).fill('credit,7,completed'),
    ]);
    const skipped = await importHistory(...readByShell(skip));
    expect(skipped).toMatchObject({ code: 0, stderr: '', rows: ['deposit,3,completed'] });
    expect(skipped.stdout).toContain('\n  7 from line 2: Teleport: skipped by --skip\n');
  });

  it('describes them with --json', async () => {
    const { stdout } = await importHistory('--json', '--map', 'teleport=reward', '--skip', 'Nope');
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'invalid_import',
        unknown: [
          {
            column: 'operation',
            word: 'Beam',
            rows: 2,
            lines: [3, 6],
            map: ["--map 'Beam=credit'", "--map 'Beam=debit'"],
            skip: "--skip 'Beam'",
          },
          { word: "Bob's = $HOME", rows: 1, lines: [5] },
        ],
        unusedOptions: ["--skip 'Nope'"],
      },
    });
  });

  it('asks for a second type if rows have the other sign', async () => {
    const options = ['--map', 'Beam=transfer_in', '--skip', 'teleport', '--skip', "Bob's = $HOME"];
    const { code, stderr } = await importHistory(...options);
    expect(code).toBe(1);
    expect(stderr).toContain('\noperation "BEAM": 1 row, 1 with negative amounts (line 6)\n');
    const { rows } = await importHistory(...options, '--map', 'Beam=transfer_out');
    expect(rows).toEqual([
      'transfer_in,2,completed',
      'deposit,3,completed',
      'transfer_out,5,completed',
    ]);
  });

  it.each(TYPES)('stores the rows as %s', async (type) => {
    const isOut = ['withdrawal', 'transfer_out', 'fee', 'debit'].includes(type);
    const rest = ['--map', `Teleport=${type}`, '--skip', 'Beam', '--skip', "Bob's = $HOME"];
    const file = HISTORY.replaceAll(/(?<=Teleport,BTC,)/g, isOut ? '-' : '');
    const { code, rows } = await importInto('binance', scratch.write('types.csv', file), rest);
    expect(code).toBe(0);
    expect(rows).toEqual([
      `${type},1,completed`,
      'deposit,3,completed',
      ...Array(6).fill(`${type},7,completed`),
    ]);
  });

  it('decides about operations that the preset knows, too', async () => {
    const options = ['--skip', 'Teleport', '--skip', 'Beam', '--skip', "Bob's = $HOME"];
    const { rows } = await importHistory(...options, '--map', 'Deposit=reward');
    expect(rows).toEqual(['reward,3,completed']);
  });

  it('notes options that decide nothing', async () => {
    const options = ['--skip', 'Teleport', '--skip', 'Beam', '--skip', "Bob's = $HOME"];
    const unused = ['--map', 'Warp=fee', '--map', "O'Neill=other", '--skip', 'Sell'];
    const { code, stderr } = await importHistory(...options, ...unused);
    expect(code).toBe(0);
    expect(stderr).toBe(
      [
        "note: --skip 'Sell' decides no row of the file",
        "note: --map 'Warp=fee' decides no row of the file",
        String.raw`note: --map 'O'\''Neill=other' decides no row of the file`,
        '',
      ].join('\n'),
    );
    const json = await importHistory(...options, ...unused, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      unusedOptions: ["--skip 'Sell'", "--map 'Warp=fee'", expect.stringContaining('Neill')],
    });
    const failed = await importHistory('--skip', 'Sell');
    expect(failed.stderr).toContain("\nnote: --skip 'Sell' decides no row of the file\n");
  });

  it('lists them together with invalid rows', async () => {
    const file = scratch.write('bad.csv', HISTORY.replace('BTC,3,', 'BTC,x,'));
    const { stderr } = await importInto('binance', file, []);
    expect(stderr).toContain('1 bad row and 10 rows that the preset does not know in 13 lines');
    expect(stderr).toContain('\nline 4: change is not a decimal: x\n');
    expect(stderr).toContain('\noperation "Teleport": 7 rows');
  });

  it('lists a limited number of words', async () => {
    const rows = Array.from({ length: 60 }, (_, no) => `1,2023-01-01 00:00:00,Spot,W${no},BTC,1,`);
    const file = scratch.write('many.csv', [HISTORY.split('\n')[0], ...rows].join('\n'));
    const { stderr } = await importInto('binance', file, []);
    expect(stderr).toContain('60 rows that the preset does not know');
    expect(stderr).toContain('\nand 10 rows with other unknown words\n');
  });

  it.each([
    ['x'.repeat(101), 'operation has 101 characters'],
    ['a\u202Eb', 'operation has characters that cannot be shown'],
  ])('refuses the operation %j as a row', async (word, problem) => {
    const row = `1,2023-01-01 00:00:00,Spot,${word},BTC,1,`;
    const file = scratch.write('word.csv', `${HISTORY.split('\n')[0]}\n${row}`);
    expect((await importInto('binance', file, [])).stderr).toContain(`\nline 2: ${problem}\n`);
  });
});

describe('an import with unknown words', () => {
  it.each([
    ['binance', 'binance-withdraw-history.csv', 'Cancelled', 'status', 'withdrawal,0.03,failed'],
    [
      'binance',
      'binance-fiat-withdraw-history.csv',
      'Successful',
      'status',
      'withdrawal,98.50,failed',
    ],
    ['bitvavo', 'bitvavo.csv', 'Canceled', 'status', 'withdrawal,50,failed'],
    ['bitvavo', 'bitvavo.csv', 'staking', 'type', 'credit,0.0012,completed'],
    ['bitstamp', 'bitstamp.csv', 'Staking reward', 'type', 'credit,0.00012345,completed'],
    ['bitstamp', 'bitstamp-older.csv', 'Deposit', 'type', 'credit,0.50000000,completed'],
    ['kraken', 'kraken-ledgers-older.csv', '"transfer"', 'type', 'credit,0.5000000000,completed'],
    ['coinbase', 'coinbase.csv', 'Staking Income', 'type', 'credit,0.000123456789012345,completed'],
    ['coinbase', 'coinbase-older.csv', 'Receive', 'type', 'credit,0.5,completed'],
  ])('of %s in %s with another word for %j takes a %s', async (preset, name, word, kind, row) => {
    const text = readFileSync(join(EXPORTS, name), 'utf8');
    const changed = text.replace(new RegExp(`(?<=^|,)${word}(?=,|$)`, 'm'), 'Sideways');
    const file = scratch.write(name, changed);
    const refused = await importInto(preset, file, []);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/\n[a-z ]+ "Sideways": 1 row/);
    const outcome = kind === 'status' ? 'failed' : 'credit';
    const mapped = await importInto(preset, file, ['--map', `Sideways=${outcome}`]);
    expect(mapped).toMatchObject({ code: 0, stderr: '' });
    expect(mapped.rows).toContain(row);
    const skipped = await importInto(preset, file, ['--skip', 'sideways']);
    expect(skipped).toMatchObject({ code: 0, stderr: '' });
    expect(skipped.rows).toHaveLength(mapped.rows.length - 1);
  });

  it.each([
    ['binance', 'binance-withdraw-history.csv', 'Cancelled=failed', 'withdrawal,0.03,failed'],
    ['bitvavo', 'bitvavo.csv', 'Canceled=failed', 'withdrawal,50,failed'],
  ])(
    'of %s in %s that is known takes %s before its usual status',
    async (preset, name, map, row) => {
      const file = scratch.write(name, readFileSync(join(EXPORTS, name)));
      const { code, stderr, rows } = await importInto(preset, file, ['--map', map]);
      expect([code, stderr]).toEqual([0, '']);
      expect(rows).toContain(row);
    },
  );

  it('lists an unknown type and an unknown status of one row', async () => {
    const text = readFileSync(join(EXPORTS, 'bitvavo-rewards.csv'), 'utf8');
    const file = scratch.write('both.csv', text.replace(/staking(.*)Distributed/, 'odd$1Odder'));
    const { stderr } = await importInto('bitvavo', file, []);
    expect(stderr).toContain('both.csv: 1 row that the preset does not know');
    expect(stderr).toContain("\n  --map 'odd=credit' --map 'Odder=unknown'\n");
  });
});

describe.each([
  [
    'coinbase',
    'Timestamp,Transaction Type,Asset,Quantity Transacted',
    (amount: string) => `2024-01-0${amount.at(-1)}T00:00:00Z,Foo,BTC,${amount}`,
  ],
  [
    'bitstamp',
    'ID,Type,Datetime,Amount,Amount currency,Fee,Fee currency',
    (amount: string) => `${amount.at(-1)},Foo,2024-01-0${amount.at(-1)}T00:00:00Z,${amount},BTC,,`,
  ],
])('an unknown type of %s, whose positive amounts may have no sign,', (preset, header, write) => {
  const importAmounts = (amounts: readonly string[], ...options: readonly string[]) => {
    const file = scratch.write('signs.csv', [header, ...amounts.map(write)].join('\n'));
    return importInto(preset, file, options);
  };

  it.each([[['5', '-6']], [['-5', '6']]])(
    'with the amounts %j needs two types',
    async (amounts) => {
      const { stderr } = await importAmounts(amounts);
      expect(stderr).toContain("\n  --map 'Foo=credit' --map 'Foo=debit'\n");
      const refused = await importAmounts(amounts, '--map', 'foo=debit');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(
        '\nline 3: "Foo" has negative and other amounts, but --map gives it only the type debit: add a type for the ' +
          "other ones, for example --map 'Foo=credit'",
      );
      const { code, rows } = await importAmounts(
        amounts,
        '--map',
        'Foo=credit',
        '--map',
        'Foo=debit',
      );
      expect(code).toBe(0);
      expect(rows).toEqual(
        amounts.map((amount) =>
          amount.startsWith('-')
            ? `debit,${amount.slice(1)},completed`
            : `credit,${amount},completed`,
        ),
      );
      expect((await importAmounts(amounts, '--map', 'Foo=other')).rows).toHaveLength(2);
    },
  );

  it('may have one type for amounts of one sign', async () => {
    const positive = await importAmounts(['5', '6'], '--map', 'Foo=debit');
    expect(positive.rows).toEqual(['debit,5,completed', 'debit,6,completed']);
    const negative = await importAmounts(['-5', '-6'], '--map', 'Foo=fee');
    expect(negative.rows).toEqual(['fee,5,completed', 'fee,6,completed']);
  });
});

describe('--map and --skip', () => {
  it.each([
    [['--map', 'Teleport'], '--map must be OPERATION=TYPE'],
    [['--map', '=deposit'], '--map must be OPERATION=TYPE'],
    [['--map', 'Teleport='], '--map must be OPERATION=TYPE'],
    [
      ['--map', 'Teleport=depozit'],
      "--map has 'depozit', which is not a type or status; did you mean deposit? Types are",
    ],
    [['--map', 'X=reward', '--map', 'x=credit'], "--map 'x=credit' contradicts 'X=reward'"],
    [['--map', 'X=other', '--map', 'x=fee'], "--map 'x=fee' contradicts 'X=other'"],
    [['--map', 'X=failed', '--map', 'x=pending'], "--map 'x=pending' contradicts"],
    [['--map', 'X=reward', '--skip', 'x'], "--map 'X=reward' is about a word that is skipped"],
    [['--skip', 'X', '--skip', 'x'], "--skip 'x' contradicts 'X'"],
    [['--skip', ' '], '--skip must be an operation, type or status'],
  ])('are refused as %j', async (options, problem) => {
    const { code, stderr } = await importHistory(...options);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });

  it.each(['--map', '--skip'])('%s needs a preset', async (option) => {
    const args = ['import', '--wallet', 'wallet_x', 'x.csv', option, 'X=deposit'];
    const { code, stderr } = await callTeller(args, scratch.variables);
    expect(code).toBe(2);
    expect(stderr).toContain(`${option} is about the words of an export: add --preset`);
  });
});

it('decides about entries of Kraken, which keep their ids', async () => {
  const wallet = await addWallet('kraken');
  const file = join(EXPORTS, 'kraken-ledgers.csv');
  const args = ['import', '--wallet', wallet, '--preset', 'kraken', file];
  const options = ['--map', 'deposit=credit', '--map', 'earn=reward', '--map', 'Earn=debit'];
  await askTeller([...args, ...options, '--skip', 'withdrawal'], scratch.variables);
  const list = ['transactions', '--wallet', wallet, '--json'];
  const { transactions } = await askTeller<{ transactions: readonly { type: string }[] }>(
    list,
    scratch.variables,
  );
  const types = transactions.map(({ type }) => type);
  expect(types).not.toContain('withdrawal');
  expect(types).toContain('credit');
  expect(types).toContain('debit');
  expect(
    await askTeller([...args, ...options, '--skip', 'withdrawal'], scratch.variables),
  ).toMatchObject({ added: 0, changed: 0, conflicts: 0 });
});
