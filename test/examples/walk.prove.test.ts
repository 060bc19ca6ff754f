/** The programs that walk all transactions print each row of several pages once, with every digit. */
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  type ExampleService,
  hasProgram,
  makeRow,
  pathOf,
  readOutput,
  startExampleService,
  WITH_CLIENT,
} from './run-example.ts';

/** Three pages of 1,000. */
const ROWS = Array.from({ length: 2001 }, (_, no) => makeRow(no));
const EXPECTED = ROWS.map(({ id, amount }) => `${id} ${amount}`);

let example: ExampleService;
beforeAll(async () => {
  example = await startExampleService(ROWS);
});
afterAll(() => example.service.stop());

/** Returns the identifiers and amounts that a program prints as JSON Lines. */
async function readRows(program: string, args: readonly string[]): Promise<readonly string[]> {
  const output = await readOutput(program, args, example.env);
  const rows = output.trim().split('\n');
  return rows.map((line) => {
    const { id, amount } = JSON.parse(line) as { id: string; amount: string };
    return `${id} ${amount}`;
  });
}

it('TypeScript', async () => {
  const args = [...WITH_CLIENT, pathOf('walk/walk.ts')];
  expect(await readRows(process.execPath, args)).toEqual(EXPECTED);
});

it.runIf(hasProgram('python3', ['--version']))('Python', async () => {
  expect(await readRows('python3', [pathOf('walk/walk.py')])).toEqual(EXPECTED);
});

it.runIf(hasProgram('go', ['version']))('Go', { timeout: 120_000 }, async () => {
  expect(await readRows('go', ['run', pathOf('walk/walk.go')])).toEqual(EXPECTED);
});

it.runIf(hasProgram('curl', ['--version']))('curl', async () => {
  const pages = (await readOutput('bash', [pathOf('walk/walk.sh')], example.env)).trim();
  const rows = [...pages.matchAll(/"id":"(\w+)".*?"amount":([\d.]+)/g)];
  expect(rows.map(([, id, amount]) => `${id} ${amount}`)).toEqual(EXPECTED);
});
