/** The programs of docs/api.md run against a real service. */
import {
  type ChildProcessWithoutNullStreams,
  execFile,
  spawn,
  spawnSync,
} from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import type {
  Transaction,
  TransactionStatus,
  TransactionType,
} from '../../src/domain/transaction.ts';
import { environmentOf } from '../examples/run-example.ts';
import { readBlocks, readCommands } from './markdown.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant } from '../http/tenants.ts';
import { fetchAsCurl } from './fetch-as-curl.ts';
import { makeTransaction } from '../store/contract/fixtures.ts';
import { importRows } from '../store/contract/import-fixtures.ts';
import { storeRows } from '../store/store-rows.ts';

const PAGE = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
const DAY_MS = 86_400_000;
const run = promisify(execFile);

function transaction(
  name: string,
  [type, status, amount]: [TransactionType, TransactionStatus, string],
  timestampMs: number,
  [feeCost, feeCurrency]: [feeCost: string, feeCurrency: string] | [null, null] = [null, null],
): Transaction {
  return makeTransaction(`tx_${name}`, {
    type,
    status,
    amount: parseDecimal(amount),
    timestampMs,
    feeCost: feeCost === null ? null : parseDecimal(feeCost),
    feeCurrency,
  });
}

/** Rows whose sum has more digits than a binary float: 1.100000000000000000003 in, 0.3 and fees of 0.01 and 2.5 EUR out. */
const ROWS = [
  transaction('a', ['deposit', 'completed', '0.100000000000000000003'], NOW_MS - 90 * DAY_MS),
  transaction('b', ['credit', 'completed', '1.00'], NOW_MS - 80 * DAY_MS, ['2.5', 'EUR']),
  transaction('c', ['withdrawal', 'completed', '0.2'], NOW_MS - 70 * DAY_MS, ['0.01', 'BTC']),
  transaction('d', ['withdrawal', 'pending', '0.1'], NOW_MS - 60 * DAY_MS),
  transaction('e', ['deposit', 'failed', '5'], NOW_MS - 50 * DAY_MS),
  transaction('f', ['other', 'completed', '7'], NOW_MS - 40 * DAY_MS),
];
const BALANCES = [
  { asset: 'BTC', amount: parseDecimal('0.790000000000000000003'), networks: [] },
  { asset: 'EUR', amount: parseDecimal('12.5'), networks: [] },
];

let service: ServiceHarness;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  service = await startService();
  const tenant = await createTenant(service.store, MASTER_KEY, {
    transactions: ROWS,
    balances: BALANCES,
    syncedAtMs: NOW_MS,
  });
  environment = environmentOf(service, tenant);
});
afterAll(() => service.stop());

/** Returns the blocks of a language as one program. */
function readProgram(language: string): string {
  const blocks = readBlocks(PAGE).filter((block) => block.language === language);
  return blocks.map(({ text }) => text).join('\n');
}

/** Evaluates expressions in a process that has run the JavaScript of the page. */
class Evaluator {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;

  constructor(env: NodeJS.ProcessEnv) {
    const program = `${readProgram('js')}
      const write = (name, value) => (typeof value === 'bigint' ? String(value) : value);
      const { createInterface } = await import('node:readline');
      for await (const line of createInterface({ input: process.stdin })) {
        console.log(JSON.stringify(await eval('(async () => (' + line + '))()'), write));
      }`;
    const args = ['--input-type=module', '--eval', program];
    this.#child = spawn(process.execPath, args, { env });
    this.#child.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#child.stdout });
  }

  async evaluate(expression: string): Promise<unknown> {
    this.#child.stdin.write(`${expression}\n`);
    const answer = await Promise.race([once(this.#lines, 'line'), once(this.#child, 'exit')]);
    return JSON.parse(String(answer[0]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    await once(this.#child, 'close');
  }
}

describe('the JavaScript of the page', () => {
  it('reads every row with every digit', async () => {
    await using evaluator = new Evaluator(environment);
    const amounts = await evaluator.evaluate('[...known.values()].map(({ amount }) => amount)');
    expect(amounts).toEqual(ROWS.map(({ amount }) => amount).toReversed());
  });

  it('follows links beyond the first page', async () => {
    await using evaluator = new Evaluator(environment);
    const rows = await evaluator.evaluate("Array.fromAsync(readAll({ limit: '2' }))");
    expect(rows).toHaveLength(ROWS.length);
  });

  it('adds the history up to the balance, without rows of unknown direction', async () => {
    await using evaluator = new Evaluator(environment);
    const differences = await evaluator.evaluate('[...(await reconcile())]');
    expect(differences).toEqual([
      ['BTC', '0'],
      ['EUR', `15${'0'.repeat(128)}`],
    ]);
  });

  it('reads new, late and changed rows, and nothing while the wallet is unchanged', async () => {
    const own = await createTenant(service.store, MASTER_KEY, { transactions: ROWS });
    await using evaluator = new Evaluator(environmentOf(service, own));
    const readIds = () => evaluator.evaluate('(await readNews()).map(({ id }) => id)');
    expect(await readIds()).toEqual([]);
    await storeRows(service.store, own.walletId, [
      transaction('late', ['deposit', 'completed', '1'], NOW_MS - 41 * DAY_MS),
      transaction('new', ['deposit', 'completed', '1'], NOW_MS),
    ]);
    expect(await readIds()).toEqual(['tx_new', 'tx_late']);
    expect(await readIds()).toEqual([]);
    const request = `fetch(new URL('/v0/wallet/transactions?limit=1', TELLER_URL),
      { headers: { ...headers, 'if-none-match': etag } })`.replaceAll('\n', '');
    expect(await evaluator.evaluate(`(await ${request}).status`)).toBe(304);
  });
});

it('the copy of the page has an old row whose time became earlier when it was completed', async () => {
  const pending = transaction('old', ['deposit', 'pending', '1'], NOW_MS - 90 * DAY_MS);
  const own = await createTenant(service.store, MASTER_KEY, { transactions: [...ROWS, pending] });
  await using evaluator = new Evaluator(environmentOf(service, own));
  expect(await evaluator.evaluate('readNews()')).toEqual([]);
  const time = NOW_MS - 90 * DAY_MS - 1000;
  const completed = transaction('old', ['deposit', 'completed', '1'], time);
  await storeRows(service.store, own.walletId, [completed]);
  expect(await evaluator.evaluate('(await readNews()).map(({ id }) => id)')).toEqual(['tx_old']);
  expect(await evaluator.evaluate("known.get('tx_old').timestamp")).toBe(time);
});

it('the copy of the page has no rows that were imported and undone', async () => {
  const own = await createTenant(service.store, MASTER_KEY, { transactions: ROWS });
  const row = transaction('gone', ['deposit', 'completed', '1'], NOW_MS - 41 * DAY_MS);
  await importRows(service.store, own.walletId, [row]);
  await using evaluator = new Evaluator(environmentOf(service, own));
  const readIds = () => evaluator.evaluate('[...known.keys()].sort()');
  expect(await readIds()).toHaveLength(ROWS.length + 1);
  await service.store.undoImport('import_one', NOW_MS);
  expect(await evaluator.evaluate('readNews()')).toEqual([]);
  expect(await readIds()).toEqual(ROWS.map(({ id }) => id).toSorted());
});

describe('the commands of the page', () => {
  it.each(readCommands(PAGE))('%s', async (command) => {
    const response = await fetchAsCurl(command, environment);
    expect(await response.json()).toMatchObject({ pagination: { totalCount: 4, limit: 2 } });
  });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.runIf(hasPython)('the Python of the page', () => {
  it('reads every row with every digit, and adds fees exactly', async () => {
    const program = `${readProgram('python')}
print(json.dumps([str(fees["BTC"]), str(fees["EUR"]), *(str(row["amount"]) for row in read_all(asset="BTC"))]))`;
    const { stdout } = await run('python3', ['-c', program], { env: environment });
    const amounts = ROWS.map(({ amount }) => amount).toReversed();
    expect(JSON.parse(stdout)).toEqual(['0.01', '2.5', ...amounts]);
  });
});
