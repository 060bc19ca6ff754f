/** The output of commands without a terminal, and the progress of commands with one. */
import { beforeAll, describe, expect, it } from 'vitest';

import { runTeller } from '../teller.ts';
import { createWallet, shareScratch } from './scratch.ts';

const scratch = shareScratch();
let walletId: string;
let file: string;
beforeAll(async () => {
  ({ walletId } = await createWallet(scratch.variables));
  file = scratch.write(
    'rows.csv',
    'asset,type,amount,timestamp,status\nX,deposit,1,2024-01-01,completed\n',
  );
});

describe('without a terminal', () => {
  it.each([
    ['--help'],
    ['import', '--help'],
    ['import', '--wallet', 'ID', 'FILE'],
    ['transactions', '--wallet', 'ID'],
    ['wallet', 'list'],
    ['wallet', 'show', 'ID'],
    ['doctor'],
    ['migrate'],
    ['sync', '--once'],
    ['copy', '--from', 'sqlite:DATABASE', '--to', 'sqlite:COPY'],
    ['wrong'],
  ])('no escape sequence is written: teller %s %s %s', async (...args) => {
    const names: Readonly<Record<string, string>> = {
      ID: walletId,
      FILE: file,
      'sqlite:DATABASE': `sqlite:${scratch.folder}/teller.db`,
      'sqlite:COPY': `sqlite:${scratch.folder}/copy.db`,
    };
    const variables = {
      ...scratch.variables,
      TERM: 'xterm-256color',
      FORCE_COLOR: '3',
      TELLER_EXCHANGE_PROXY_URL: 'http://127.0.0.1:9/',
      TELLER_MASTER_KEY_FILE: `${scratch.folder}/teller.key`,
    };
    const { stdout, stderr } = await runTeller(
      args.map((arg) => names[arg] ?? arg),
      variables,
    );
    expect(`${stdout}${stderr}`).not.toBe('');
    expect(`${stdout}${stderr}`).not.toContain('\u001B');
  });
});
