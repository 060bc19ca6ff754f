/** The MCP server serves both reads as tools. It needs `npm --prefix examples/mcp ci`, and is skipped without it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type ExampleService,
  makeRow,
  pathOf,
  startExampleService,
  WITH_CLIENT,
} from './run-example.ts';

interface Message {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
}

describe.runIf(existsSync(pathOf('mcp/node_modules')))('the MCP server', () => {
  let example: ExampleService;
  let ask: (method: string, params: object) => Promise<Record<string, unknown>>;
  let stop: () => void;
  beforeAll(async () => {
    example = await startExampleService([makeRow(1), makeRow(2)]);
    const args = [...WITH_CLIENT, pathOf('mcp/server.js')];
    const server = spawn(process.execPath, args, {
      env: example.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    stop = () => server.kill();
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    let id = 0;
    const send = (message: object): void =>
      void server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    ask = async (method, params) => {
      id += 1;
      send({ id, method, params });
      const { value } = await lines.next();
      const { result = {} } = JSON.parse(String(value)) as Message;
      return result;
    };
    const clientInfo = { name: 'test', version: '1' };
    await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    send({ method: 'notifications/initialized' });
  });
  afterAll(async () => {
    stop();
    await example.service.stop();
  });

  async function call(name: string, input: object): Promise<unknown> {
    const { content, isError } = await ask('tools/call', { name, arguments: input });
    const [{ text }] = content as [{ text: string }];
    return isError === true ? text : JSON.parse(text);
  }

  it('lists the two reads as tools that change nothing', async () => {
    const { tools } = await ask('tools/list', {});
    const listed = tools as { name: string; annotations: { readOnlyHint: boolean } }[];
    expect(listed.map(({ name, annotations }) => [name, annotations.readOnlyHint])).toEqual([
      ['list_transactions', true],
      ['get_withdrawable_balance', true],
    ]);
  });

  it('returns transactions and balances with every digit', async () => {
    expect(await call('list_transactions', { asset: 'BTC', limit: 1 })).toMatchObject({
      transactions: [{ id: 'tx_0001', amount: '1.000000000000000000001' }],
      pagination: { totalCount: 2 },
    });
    expect(await call('get_withdrawable_balance', {})).toMatchObject({
      balances: [{ asset: 'BTC', amount: '0.100000000000000000003' }],
    });
  });

  it('returns the problem of a refused request', async () => {
    expect(await call('list_transactions', { since: 'yesterday' })).toContain('since');
  });
});
