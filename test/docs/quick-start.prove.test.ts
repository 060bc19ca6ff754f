import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { readBlocks, readCommands } from './markdown.ts';
import { startService, tellerEnvironment } from '../teller.ts';
import { fetchAsCurl } from './fetch-as-curl.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CREDENTIALS = { apiKey: 'docs-key', secret: 'docs-secret' };
const run = promisify(execFile);

function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

it('has two commands in the README that package.json knows', () => {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
  expect(readCommands(readPage('README.md'))).toEqual([
    'npm ci && npm run demo',
    'npm ci && npm test',
  ]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test']));
});

it('has steps in the quick start that work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'teller-docs-'));
  const simulator = await startLiveExchanges();
  addAccount(
    simulator,
    'binance',
    { seed: 'quick start', count: 30 },
    { credentials: CREDENTIALS },
  );
  const page = readPage('docs/quick-start.md');
  const shown = readBlocks(page).find(({ language }) => language === 'json');
  const fields = Object.keys(JSON.parse(shown?.text ?? '') as object);
  expect(fields).toEqual(Object.keys(CREDENTIALS));
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
  const variables: Record<string, string> = {
    ...variablesOf(simulator),
  };
  const environment = () => ({ cwd: folder, env: tellerEnvironment(variables) });
  try {
    for (const command of readCommands(page)) {
      if (command === './bin/teller serve') continue;
      if (command.startsWith('curl')) {
        const database = { TELLER_DATABASE_URL: `sqlite:${folder}/data/teller.db` };
        const service = await startService({ ...variables, ...database });
        const sent = command.replace('http://127.0.0.1:8080', service.url);
        expect(await (await fetchAsCurl(sent, variables)).json()).toHaveProperty('pagination');
        await service.stop();
        continue;
      }
      const { stdout } = await run(
        'sh',
        ['-c', `${ROOT}${command.slice(2)} --json`],
        environment(),
      );
      const answer = JSON.parse(stdout) as { id?: string; apiKey?: string };
      const [noun, verb] = command.split(' ').slice(1);
      const makes = verb === 'create' || verb === 'add';
      if (makes) variables[`${noun?.toUpperCase()}_ID`] = answer.id ?? '';
      if (answer.apiKey !== undefined) variables['API_KEY'] = answer.apiKey;
    }
  } finally {
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
