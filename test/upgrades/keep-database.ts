/**
 * Keeps a database of this version in this folder: `npm run keep:database`, at each release. Later versions have to
 * upgrade it, and to return what this version returns.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { createScratch } from '../cli/scratch.ts';
import { KEYS, MASTER_KEY_TEXT } from '../sync/harness.ts';
import { addWallet, askTeller, createTenant } from '../teller.ts';
import { type KeptDatabase, readContent } from './kept-database.ts';
import { addAccount, startLiveExchanges, variablesOf } from '../live-exchanges.ts';

const ROOT = new URL('../../', import.meta.url);
const ROWS = 40;
const IMPORTED = Array.from({ length: 20 }, (_, index) =>
  JSON.stringify({
    asset: 'BTC',
    type: index % 2 === 0 ? 'deposit' : 'withdrawal',
    status: 'completed',
    amount: `0.${String(index + 1).padStart(18, '0')}`,
    timestamp: 1_600_000_000_000 + index * 86_400_000,
    txid: `imported-${index}`,
  }),
).join('\n');

const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  version: string;
};
const simulator = await startLiveExchanges();
const scratch = createScratch();
const variables = {
  ...scratch.variables,
  TELLER_MASTER_KEY: MASTER_KEY_TEXT,
  ...variablesOf(simulator),
};
try {
  addAccount(simulator, 'bitvavo', { seed: 'kept', count: ROWS });
  const tenant = await createTenant(variables);
  const synced = await addWallet(tenant, 'bitvavo', KEYS.bitvavo, variables);
  await askTeller(['sync', '--once', '--wallet', synced], variables);
  const add = ['wallet', 'add', '--imports-only', '--exchange', 'kraken', '--project'];
  const { id: imported } = await askTeller<{ id: string }>([...add, tenant.projectId], variables);
  await askTeller(['import', '--wallet', imported, '-'], variables, IMPORTED);
  await askTeller(['manage-key', 'create'], variables);
  const webhook = ['webhook', 'add', '--project', tenant.projectId, 'https://example.com/hook'];
  await askTeller(webhook, variables);
  const kept: KeptDatabase = {
    tenant,
    synced,
    imported,
    ...(await readContent({ synced, imported }, variables)),
  };
  const file = `${scratch.folder}/kept.db`;
  await askTeller(['backup', file], variables);
  const folder = new URL('./', import.meta.url);
  writeFileSync(new URL(`${version}.db.gz`, folder), gzipSync(readFileSync(file), { level: 9 }));
  writeFileSync(new URL(`${version}.json`, folder), `${JSON.stringify(kept, undefined, 2)}\n`);
} finally {
  await simulator.close();
  scratch.remove();
}
