import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

import { headersOf, runTeller, startService, startTeller, type Tenant } from '../teller.ts';
import { OKX, useScratch } from './scratch.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const ROWS = 5;

const scratch = useScratch();

it('teller init ends with a synchronised wallet and a request that works', async () => {
  const simulator = await startLiveExchanges();
  addAccount(simulator, 'okx', { seed: 'init', count: ROWS }, { credentials: OKX });
  const variables = { ...scratch.variables, ...variablesOf(simulator) };
  const answers = ['okex?', 'okx', ...Object.values(OKX), 'cold wallet'];
  const run = await runTeller(['init', '--json'], variables, `${answers.join('\n')}\n`);
  await simulator.close();
  expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('unknown exchange') });
  expect(run.stderr).toContain('apiKey:');
  for (const secret of Object.values(OKX)) expect(run.stderr + run.stdout).not.toContain(secret);
  const result = JSON.parse(run.stdout) as Tenant & { readonly walletId: string };
  const service = await startService(scratch.variables);
  const response = await fetch(`${service.url}/v0/wallet/transactions`, {
    headers: headersOf(result, result.walletId),
  });
  expect(response.status).toBe(200);
  const { pagination } = (await response.json()) as { pagination: { totalCount: number } };
  expect(pagination.totalCount).toBeGreaterThanOrEqual(ROWS);
  await service.stop();
});

it('teller init shows the new key before it reads the history, which a second Ctrl-C ends at once', async () => {
  const simulator = await startLiveExchanges();
  addAccount(simulator, 'okx', { seed: 'init', count: ROWS }, { credentials: OKX });
  const fault = { kind: 'slow', delayMs: 10_000 } as const;
  simulator.faults.add({
    path: /deposit-history|withdrawal-history|bills/,
    fault,
    times: Infinity,
  });
  const child = startTeller(['init'], { ...scratch.variables, ...variablesOf(simulator) });
  child.stdin!.end(`${['okx', ...Object.values(OKX), ''].join('\n')}\n`);
  const output = text(child.stdout!);
  const errors = text(
    child.stderr!.on('data', (part: Buffer) => {
      if (part.toString().includes('Reading the history')) child.kill('SIGKILL');
    }),
  );
  expect(await errors).toContain('Reading the history');
  expect(await output).toMatch(/curl [^]*key_\w+\.[\w-]{43}/);
  await simulator.close();
});
