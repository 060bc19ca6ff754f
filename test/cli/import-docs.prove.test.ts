/** The commands of docs/import.md run as they are written there. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { tellerEnvironment } from '../teller.ts';
import { readCommands } from '../docs/markdown.ts';
import { createWallet, useScratch } from './scratch.ts';
import { EXPORTS } from './share-imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

const readExport = (name: string): string => readFileSync(join(EXPORTS, name), 'utf8');

/** The files that the commands name. */
const FILES: Readonly<Record<string, string>> = {
  'konto.csv':
    'Asset;Type;Betrag;Datum;Status;Notiz\nEUR;deposit;1,5;01.02.2024 10:00:00;completed;x\n',
  'ledgers.csv': readExport('kraken-ledgers.csv'),
  'coinbase.csv': readExport('coinbase.csv'),
  'bitstamp.csv': readExport('bitstamp.csv'),
  'bitvavo.csv': readExport('bitvavo.csv'),
  'konto-ledgers.csv':
    'txid;refid;time;type;subtype;asset;amount;fee\nL1;R1;31.12.2024 12:00:00;deposit;;ZEUR;"1,50";0,00\n',
  'transactions.csv': [
    'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
    '1,2023-01-01 00:00:00,Spot,Launchpool Bonus,BNB,1,',
    '1,2023-01-02 00:00:00,Spot,Vault Move,BNB,1,',
    '1,2023-01-03 00:00:00,Spot,Vault Move,BNB,-1,',
    '1,2023-01-04 00:00:00,Spot,Grid Trade,BNB,1,',
  ].join('\n'),
  'withdraw-history.csv': readExport('binance-withdraw-history.csv').replace('Date(UTC+8)', 'Time'),
};

const scratch = useScratch();

// Dozens of commands take long on a busy machine.
it('has commands that work', { timeout: 120_000 }, async () => {
  const { walletId } = await createWallet(scratch.variables);
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(scratch.folder, name), text);
  }
  const env = tellerEnvironment({ ...scratch.variables, WALLET_ID: walletId });
  const commands = readCommands(readFileSync(join(ROOT, 'docs/import.md'), 'utf8'));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const shell = command.replace('./bin/teller', join(ROOT, 'bin/teller'));
    const { stdout } = await run('sh', ['-c', `${shell} --json`], { cwd: scratch.folder, env });
    expect(JSON.parse(stdout)).not.toMatchObject({ rows: 0 });
  }
});
