import { beforeEach, describe, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import { createWallet, useScratch } from './scratch.ts';
import { runOnTerminal } from './terminal.ts';

const scratch = useScratch();
let walletId: string;

beforeEach(async () => {
  ({ walletId } = await createWallet(scratch.variables));
  const rows = [1e12, 2e12, 3e12].map((timestamp) =>
    JSON.stringify({ asset: 'BTC', type: 'deposit', amount: '1', timestamp, status: 'completed' }),
  );
  const file = scratch.write('rows.jsonl', rows.join('\n'));
  await askTeller(['import', '--wallet', walletId, file], scratch.variables);
});

const exists = async (): Promise<boolean> =>
  (await callTeller(['wallet', 'show', walletId], scratch.variables)).code === 0;

const removeOnTerminal = (typed: string | readonly string[]) =>
  runOnTerminal(['wallet', 'remove', walletId], typed, scratch);

describe('teller wallet remove', () => {
  it('refuses to remove without a terminal and without --yes', async () => {
    const { code, stdout, stderr } = await callTeller(
      ['wallet', 'remove', walletId],
      scratch.variables,
      'yes\n',
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('add --yes');
    expect(await exists()).toBe(true);
  });

  it('removes with --yes', async () => {
    const removed = await askTeller(['wallet', 'remove', walletId, '--yes'], scratch.variables);
    expect(removed).toMatchObject({ id: walletId, transactionCount: 3, removed: true });
    expect(await exists()).toBe(false);
  });

  it.each(['yes\n', [' YES ']])(
    'shows on a terminal what it would remove, and removes it after %j',
    async (typed) => {
      const { shown, failure, isReading } = await removeOnTerminal(typed);
      expect([failure, isReading]).toEqual([undefined, false]);
      for (const part of [walletId, 'Label', 'binance', 'Transactions  3', 'Type yes']) {
        expect(shown).toContain(part);
      }
      expect(await exists()).toBe(false);
    },
  );

  it.each(['no\n', 'y\n', '\n', ''])('keeps the wallet after %j', async (typed) => {
    const { failure } = await removeOnTerminal(typed);
    expect(failure).toMatchObject({ code: 'not_confirmed' });
    expect(await exists()).toBe(true);
  });
});
