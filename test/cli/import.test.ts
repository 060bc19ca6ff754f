import { hash } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import { createImportsWallet, shareScratch } from './scratch.ts';
import { runOnTerminal } from './terminal.ts';

const AMOUNT = '123456789.123456789012345678';

interface Imported {
  readonly rows: number;
  readonly added: number;
  readonly known: number;
}

const scratch = shareScratch();
let projectId: string;
beforeAll(async () => {
  ({ projectId } = await createImportsWallet(scratch.variables));
});

const run = (args: readonly string[], input = '') => callTeller(args, scratch.variables, input);
const ask = <Answer>(args: readonly string[], input = '') =>
  askTeller<Answer>(args, scratch.variables, input);

async function addEmptyWallet(): Promise<string> {
  const args = ['wallet', 'add', '--imports-only', '--project', projectId, '--exchange', 'binance'];
  return (await ask<{ id: string }>(args)).id;
}

/** Returns a row as JSON text, with `amount` unchanged. */
function row(amount: string, extra: Record<string, unknown> = {}): string {
  const fields = { asset: 'ETH', type: 'deposit', timestamp: 1_709_208_000_000, ...extra };
  return `${JSON.stringify({ ...fields, status: 'completed' }).slice(0, -1)},"amount":${amount}}`;
}

async function listAll(walletId: string): Promise<string> {
  return (await run(['transactions', '--wallet', walletId, '--limit', '1000', '--json'])).stdout;
}

describe('teller import', () => {
  it('keeps every digit of decimals, written as numbers or as text', async () => {
    const wallet = await addEmptyWallet();
    const lines = [row(AMOUNT), row('9.00'), row('"1e-18"', { feeCost: '0.10' }), row('5E+3')];
    lines.push(row('"2"').replace('}', ',"feeCost":0.200000000000000001}'));
    const file = scratch.write('exact.jsonl', lines.join('\n'));
    expect(await ask<Imported>(['import', file, '--wallet', wallet])).toMatchObject({
      walletId: wallet,
      rows: 5,
      added: 5,
      known: 0,
    });
    const listed = await listAll(wallet);
    for (const amount of [AMOUNT, '9.00', '0.000000000000000001', '5000']) {
      expect(listed).toContain(`"amount":${amount},`);
    }
    for (const cost of ['0.10', '0.200000000000000001']) {
      expect(listed).toContain(`"feeCost":${cost},`);
    }
  });

  it('adds no rows when it is repeated, and adds two equal rows of one file', async () => {
    const wallet = await addEmptyWallet();
    const content = [row('1'), row('1'), row('1.0'), row('2', { id: 'tx_own' })].join('\n');
    const first = await ask<Imported>(['import', '--wallet', wallet, '-'], content);
    expect(first).toMatchObject({ rows: 4, added: 4 });
    // Spaces may precede a row, also the first one, which decides on the format.
    const again = await ask<Imported>(['import', '--wallet', wallet, '-'], `  ${content}\n`);
    expect(again).toMatchObject({ rows: 4, added: 0, known: 4 });
    expect(JSON.parse(await listAll(wallet))).toMatchObject({ pagination: { totalCount: 4 } });
  });

  it('reads CSV with a byte order mark, CRLF and quoted cells, by name or by sniffing', async () => {
    const wallet = await addEmptyWallet();
    const content =
      '\uFEFFtimestamp,asset,type,amount,status,txid,address\r\n' +
      `2024-02-29T12:00:00.5+00:00,ETH,withdrawal,${AMOUNT},pending,,"a ""b"", c"\r\n`;
    const file = scratch.write('history.CSV', content);
    expect(await ask(['import', '--wallet', wallet, file])).toMatchObject({ added: 1 });
    expect(await ask(['import', '--wallet', wallet, '-'], content)).toMatchObject({ known: 1 });
    expect(await listAll(wallet)).toContain(
      `"asset":"ETH","type":"withdrawal","amount":${AMOUNT},"timestamp":1709208000500,` +
        '"status":"pending","txid":null,"address":"a \\"b\\", c","feeCost":null,"feeCurrency":null}',
    );
  });

  it('imports an export in CSV and JSON Lines unchanged into another wallet', async () => {
    const [from, toCsv, toJson] = [
      await addEmptyWallet(),
      await addEmptyWallet(),
      await addEmptyWallet(),
    ];
    const lines = [row(AMOUNT, { address: 'a,"b"' }), row('0.10', { feeCost: '1', txid: '0xé' })];
    await ask(['import', '--wallet', from, '-'], lines.join('\n'));
    const fields = 'id,asset,type,amount,timestamp,status,txid,address,feeCost,feeCurrency';
    const list = ['transactions', '--wallet', from, '--fields', fields, '--format'];
    await ask(['import', '--wallet', toCsv, '-'], (await run([...list, 'csv'])).stdout);
    await ask(['import', '--wallet', toJson, '-'], (await run([...list, 'jsonl'])).stdout);
    const expected = (await listAll(from)).replaceAll(from, 'W');
    expect((await listAll(toCsv)).replaceAll(toCsv, 'W')).toBe(expected);
    expect((await listAll(toJson)).replaceAll(toJson, 'W')).toBe(expected);
  });

  it('reports the line of each invalid row, and stores nothing', async () => {
    const wallet = await addEmptyWallet();
    const lines = [
      row('1'),
      row('-1'),
      '',
      '{"asset":',
      row('1', { asett: 'x' }),
      row('"0x10"'),
      row('1', { walletId: 'wallet_other' }),
      '[1]',
      row('1e400'),
      row('1', { id: 'not-an-id' }),
      row('1', { timestamp: '2024-02-30' }),
    ];
    const { code, stdout } = await run(
      ['import', '--wallet', wallet, '-', '--json'],
      lines.join('\n'),
    );
    expect(code).toBe(1);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect(error.code).toBe('invalid_import');
    const [summary, ...rows] = error.message.split('\n');
    expect(summary).toBe('standard input: 9 bad rows in 11 lines. Nothing was stored');
    expect(rows.map((line) => line.slice(0, 40))).toEqual([
      'line 2: amount must not be negative',
      expect.stringMatching(/^line 4: is not JSON: /),
      'line 5: "asett" is not a field of a tran',
      'line 6: amount must be a decimal, not "0',
      'line 7: walletId is "wallet_other", the ',
      'line 8: is not an object with the fields',
      'line 9: amount must be a decimal, not "1',
      'line 10: id must be tx_ and 1 to 128 pri',
      'line 11: timestamp must be Unix millisec',
    ]);
    expect(JSON.parse(await listAll(wallet))).toMatchObject({ transactions: [] });
  });

  it('stops at the thousandth invalid row, and shows the first 20', async () => {
    const { code, stderr } = await run(
      ['import', '--wallet', await addEmptyWallet(), '-'],
      [row('1'), ...Array<string>(2000).fill('{}')].join('\n'),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('1000 bad rows in the first 1001 lines. Nothing was stored');
    expect(stderr.match(/^line /gm)).toHaveLength(20);
    expect(stderr).toContain('\nand 980 more\n');
  });

  it.each([
    [
      'unknown names',
      'x.jsonl',
      row('1', Object.fromEntries(Array.from({ length: 80_000 }, (_, no) => [`k${no}`, 1]))),
    ],
    ['long names', 'x.jsonl', row('1', { ['n'.repeat(500_000)]: 1, ['m'.repeat(500_000)]: 1 })],
    [
      'long values',
      'x.jsonl',
      row(`"${'9'.repeat(900_000)}"`, { id: 'i'.repeat(9000), walletId: 'w'.repeat(9000) }),
    ],
    ['a nested value', 'x.jsonl', row(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
    [
      'a value that is nested too deeply',
      'x.jsonl',
      row('1', {}).replace('{', `{"x":${'['.repeat(400_000)}${']'.repeat(400_000)},`),
    ],
    ['text that is not JSON', 'x.jsonl', `{${'x'.repeat(900_000)}`],
    [
      'unknown columns',
      'x.csv',
      Array.from({ length: 999 }, (_, no) => `column-${no}-${'x'.repeat(900)}`).join(','),
    ],
    ['many cells', 'x.csv', `asset,type,amount,timestamp,status\n${','.repeat(900_000)}x`],
    [
      'long cells',
      'x.csv',
      `asset,type,amount,timestamp,status\n${Array(5).fill('7'.repeat(180_000)).join(',')}`,
    ],
  ])('describes a row with %s in a few lines', async (_case, name, content) => {
    const args = [
      'import',
      '--wallet',
      await addEmptyWallet(),
      scratch.write(name, content),
      '--json',
    ];
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was stored');
    expect(stderr.length).toBeLessThan(1300);
    expect(stdout.length).toBeLessThan(1500);
  });

  it('says that a row is nested too deeply', async () => {
    const nested = row('1').replace('{', `{"x":${'['.repeat(400_000)}${']'.repeat(400_000)},`);
    const file = scratch.write('nested.jsonl', nested);
    const { stderr } = await run(['import', '--wallet', await addEmptyWallet(), file]);
    expect(stderr).toContain('line 1: is nested too deeply\n');
  });

  it('stores nothing of a file with an invalid row at its end', async () => {
    const wallet = await addEmptyWallet();
    const lines = Array.from({ length: 20_001 }, (_, index) => row(String(index)));
    const bad = scratch.write('bad.jsonl', [...lines, row('-1')].join('\n'));
    const { code, stderr } = await run(['import', '--wallet', wallet, bad]);
    expect(code).toBe(1);
    expect(stderr).toContain('bad.jsonl: 1 bad row in 20002 lines. Nothing was stored\n');
    expect(stderr).toContain('\nline 20002: amount must not be negative\n');
    expect(JSON.parse(await listAll(wallet))).toMatchObject({ transactions: [] });
    const repaired = scratch.write('repaired.jsonl', lines.join('\n'));
    expect(await ask(['import', '--wallet', wallet, repaired])).toMatchObject({ added: 20_001 });
  });

  it('stores nothing of a CSV with an unterminated quote, and reports its line', async () => {
    const wallet = await addEmptyWallet();
    const line = '1709208000000,X,deposit,1,completed,';
    const lines = Array<string>(30_006).fill(line);
    const header = 'timestamp,asset,type,amount,status,address';
    const content = [header, ...lines, `${line}"open`, ...lines].join('\n');
    const file = scratch.write('quote.csv', content);
    const { code, stderr } = await run(['import', '--wallet', wallet, file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /quote\.csv: line 30008: a quoted cell starts there.*Nothing was stored/,
    );
    expect(JSON.parse(await listAll(wallet))).toMatchObject({ transactions: [] });
  });

  it('changes nothing in a dry run, and reports the same result as the import', async () => {
    const wallet = await addEmptyWallet();
    const content = [row('1'), row('1'), row('2', { id: 'tx_own' })].join('\n');
    const args = ['import', '--wallet', wallet, '-'];
    const dry = await ask<Imported>([...args, '--dry-run'], content);
    expect(dry).toMatchObject({ id: null, dryRun: true, rows: 3, added: 3 });
    expect(JSON.parse(await listAll(wallet))).toMatchObject({ transactions: [] });
    const done = await ask<Imported>(args, content);
    expect(done).toMatchObject({ dryRun: false, rows: 3, added: 3 });
    const again = await ask<Imported>([...args, '--dry-run'], content);
    expect(again).toMatchObject({ added: 0, known: 3 });
  });

  it('lists imports, and undoes one after confirmation', async () => {
    const wallet = await addEmptyWallet();
    const file = scratch.write('first.jsonl', row('1'));
    const first = await ask<{ id: string }>(['import', file, '--wallet', wallet]);
    const own = [row('1'), row('7', { txid: 'b' })].join('\n');
    const second = await ask<{ id: string }>(['import', '-', '--wallet', wallet], own);
    const { imports } = await ask<{ imports: readonly unknown[] }>([
      'import',
      'list',
      '--wallet',
      wallet,
    ]);
    expect(imports).toMatchObject([
      { id: first.id, walletId: wallet, fileName: 'first.jsonl', added: 1, undoneAt: null },
      { id: second.id, fileName: null, added: 1, known: 1 },
    ]);
    expect(imports[0]).toHaveProperty('sha256', hash('sha256', row('1')));
    const unknown = await run(['import', 'list', '--wallet', 'wallet_none']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('wallet_none') });
    const asked = await run(['import', 'undo', second.id]);
    expect(asked).toMatchObject({ code: 2 });
    expect(asked.stderr).toContain('import undo asks before it removes');
    const undone = await ask(['import', 'undo', second.id, '--yes']);
    expect(undone).toMatchObject({ walletId: wallet, removed: 1, restored: 0 });
    expect(JSON.parse(await listAll(wallet))).toMatchObject({ pagination: { totalCount: 1 } });
    expect(await ask(['import', 'list', '--wallet', wallet])).toMatchObject({
      imports: [{ undoneAt: null }, { undoneAt: expect.stringMatching(/^20\d\d-.*Z$/) }],
    });
    const again = await run(['import', 'undo', second.id, '--yes']);
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        `^teller: ${second.id} was already undone at 20\\d\\d-.*Z; nothing was changed\n$`,
      ),
    });
  });

  it.each(['no\n', 'y\n', '\n', ''])('undoes nothing after %j on a terminal', async (typed) => {
    const wallet = await addEmptyWallet();
    const { id } = await ask<{ id: string }>(['import', '-', '--wallet', wallet], row('1'));
    const { shown, failure } = await runOnTerminal(['import', 'undo', id], typed, scratch);
    expect(failure).toMatchObject({ code: 'not_confirmed', message: `${id} was not undone` });
    for (const part of [id, wallet, 'Added    1 row', 'Type yes']) expect(shown).toContain(part);
    expect(JSON.parse(await listAll(wallet))).toMatchObject({ pagination: { totalCount: 1 } });
    const undone = await runOnTerminal(['import', 'undo', id], 'yes\n', scratch);
    expect(undone.failure).toBeUndefined();
    expect(JSON.parse(await listAll(wallet))).toMatchObject({ pagination: { totalCount: 0 } });
  });

  it('asks about an import without the control characters of the name of its file', async () => {
    const file = scratch.write('a\u001B[31mred.jsonl', row('1'));
    const { id } = await ask<{ id: string }>(['import', file, '--wallet', await addEmptyWallet()]);
    const { shown } = await runOnTerminal(['import', 'undo', id], 'no\n', scratch);
    expect(shown).toContain('File     a�[31mred.jsonl\n');
  });

  it.each([
    ['empty.csv', ''],
    ['empty.jsonl', ''],
    ['empty.txt', ''],
    ['blank.csv', '\uFEFF \r\n\t\n\n'],
    ['blank.jsonl', '\n\n'],
    ['blank.txt', '\n\n'],
  ])('refuses %s, which has no content', async (name, content) => {
    const args = ['import', '--wallet', await addEmptyWallet(), scratch.write(name, content)];
    const expected = {
      code: 1,
      stderr: `teller: ${name}: the input is empty. Nothing was stored\n`,
    };
    expect(await run(args)).toMatchObject(expected);
    if (name.endsWith('.csv')) {
      expect(await run([...args, '--preset', 'kraken'])).toMatchObject(expected);
    }
  });

  it.each([
    ['sep=;\n', 'there is no header'],
    ['BTC,deposit,1,2024-01-01,completed\n', 'there is no header: line 1 has values'],
  ])('refuses the CSV %j, which has no header', async (content, problem) => {
    const args = ['import', '--wallet', await addEmptyWallet(), scratch.write('rows.csv', content)];
    const { code, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stderr).toContain(`rows.csv: ${problem}`);
    expect(stderr).toContain('Nothing was stored');
    const preset = await run([...args, '--preset', 'kraken']);
    expect(preset).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no header of a known export'),
    });
  });

  it.each([
    ['asset,type,amount,timestamp,status\n', []],
    ['txid,refid,time,type,subtype,asset,amount,fee\n', ['--preset', 'kraken']],
  ])(
    'imports a file that has only a header without rows, and says so: %j',
    async (header, rest) => {
      const file = scratch.write('header.csv', header);
      const args = ['import', '--wallet', await addEmptyWallet(), file, ...rest];
      expect(await ask(args)).toMatchObject({ rows: 0, added: 0, skipped: [] });
      const { code, stdout } = await run(args);
      expect(code).toBe(0);
      expect(stdout).toContain('\nThe file has a header and no rows\n');
    },
  );

  it.each([
    ['[{"asset":"X"}]', 'older versions round amounts'],
    ['asset,typ\n', 'did you mean type?'],
    ['asset,type,amount,timestamp,status\nX,"', 'line 2: a quoted cell starts there'],
    [`{"asset":"${'x'.repeat(1_100_000)}`, 'line 1 has more than'],
  ])('refuses %.40j as a whole', async (content, message) => {
    const wallet = await addEmptyWallet();
    const { code, stderr } = await run(['import', '--wallet', wallet, '-'], content);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Nothing was stored');
  });

  it('prints the name of a file without control characters', async () => {
    const wallet = await addEmptyWallet();
    const name = 'a\u001B]0;title\u0007\u001B[31mred\u009B1m\n.jsonl';
    const shown = 'a�]0;title��[31mred�1m�.jsonl';
    const file = scratch.write(name, row('1'));
    const outputs = [
      await run(['import', '--wallet', wallet, file, '--dry-run']),
      await run(['import', '--wallet', wallet, file]),
      await run(['import', 'list', '--wallet', wallet]),
      await run(['import', '--wallet', wallet, scratch.write(name, 'x')]),
      await run(['import', '--wallet', wallet, `${file}-missing`]),
      await run(['backup', file]),
      await run(['org', 'list', '--database', `${file}-missing`]),
    ];
    for (const { stdout, stderr } of outputs) {
      expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}/u);
    }
    expect(outputs.slice(0, 5).map(({ stdout, stderr }) => stdout + stderr)).toEqual(
      Array(5).fill(expect.stringContaining(shown)),
    );
  });

  it('fails for an unknown wallet', async () => {
    const file = scratch.write('one.jsonl', row('1'));
    const unknown = await run(['import', '--wallet', 'wallet_none', file]);
    expect(unknown).toMatchObject({
      code: 1,
      stderr: 'teller: there is no wallet wallet_none; "teller wallet list" lists what there is\n',
    });
  });
});

describe('teller transactions', () => {
  it('has the parameters and the body of the endpoint, and a table for people', async () => {
    const wallet = await addEmptyWallet();
    const lines = [1, 2, 3].map((day) =>
      row(`${day}.0`, { timestamp: `2024-01-0${day}`, asset: day === 3 ? 'BTC' : 'ETH' }),
    );
    await ask(['import', '--wallet', wallet, '-'], lines.join('\n'));
    const list = ['transactions', '--wallet', wallet];
    const page = await run([
      ...list,
      '--asset',
      'ETH',
      '--limit',
      '1',
      '--fields',
      'amount,asset',
      '--json',
    ]);
    expect(page.stdout).toBe(
      '{"transactions":[{"asset":"ETH","amount":2.0}],' +
        '"pagination":{"totalCount":2,"page":0,"limit":1,"pageCount":2}}\n',
    );
    const table = await run([...list, '--since', '2024-01-02']);
    expect(table.stdout).toMatch(/^TIMESTAMP +TYPE +STATUS +ASSET +AMOUNT/);
    expect(table.stdout).toContain('2 of 2 transactions');
    const bad = await run([...list, '--limit', '0', '--status', 'done', '--json']);
    expect(bad.code).toBe(2);
    expect(bad.stderr).toMatch(
      /--limit must be an integer from 1 to 1000; --status must be one of/,
    );
    const both = await run([...list, '--json', '--format', 'csv']);
    expect(both.code).toBe(2);
  });
});
