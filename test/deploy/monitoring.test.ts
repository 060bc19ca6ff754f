import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readConfig } from '../../src/config/read-config.ts';
import { SYNC_STATES } from '../../src/store/records.ts';
import { createWallet, shareScratch } from '../cli/scratch.ts';
import { headersOf, startService, type TellerService } from '../teller.ts';

const METRIC = /\b(?:teller|process|nodejs)_[a-z0-9_]+/g;
const TOKEN = 'token-of-the-metrics-test';

const scratch = shareScratch();
let service: TellerService;
let metrics: string;
beforeAll(async () => {
  const wallet = await createWallet(scratch.variables);
  service = await startService({ ...scratch.variables, TELLER_METRICS_TOKEN: TOKEN });
  await fetch(`${service.url}/v0/wallet/transactions`, {
    headers: headersOf(wallet, wallet.walletId),
  });
  const response = await fetch(`${service.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  metrics = await response.text();
});
afterAll(() => service.stop());

it.each([
  'monitoring/alerts.yml',
  'monitoring/alerts.test.yml',
  'monitoring/grafana-dashboard.json',
])('%s uses only metrics that the service reports', (file) => {
  const used = new Set(readDeployed(file).match(METRIC));
  expect(used.size).toBeGreaterThan(2);
  expect([...used].filter((name) => !isReported(name))).toEqual([]);
});

it('monitoring/alerts.yml uses only states of wallets, webhooks and responses that exist', () => {
  const text = readDeployed('monitoring/alerts.yml');
  const listStates = (metric: string) =>
    [...text.matchAll(new RegExp(`${metric}\\w*\\{state=~?"([^"]+)"`, 'g'))].flatMap(
      ([, states = '']) => states.split('|'),
    );
  const ofWallets = listStates('teller_wallet');
  expect(ofWallets).toContain('stopped');
  expect(ofWallets.filter((state) => !(state in SYNC_STATES))).toEqual([]);
  // A wallet that no worker synchronises stays new, or imported.
  expect(listStates('teller_wallet_oldest_sync_age_seconds')).toEqual(
    expect.arrayContaining(['new', 'imported', 'synced', 'backfilling']),
  );
  expect(listStates('teller_webhook')).toEqual(['disabled']);
  const [, status = ''] = /status=~"([^"]+)"/.exec(text) ?? [];
  expect(['200', '404', '500', '503'].map((each) => RegExp(`^(?:${status})$`).test(each))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it.each(['monitoring/alerts.yml', 'monitoring/grafana-dashboard.json'])(
  '%s counts what all instances read from one database once',
  (file) => {
    const text = readDeployed(file);
    const uses = text.match(/.*teller_(?:wallet|webhook).*/g) ?? [];
    expect(uses.length).toBeGreaterThan(2);
    const isCountedOnce = /max(?: by \((?![^)]*instance)[^)]*\) )?\(teller_(?:wallet|webhook)/;
    expect(uses.filter((use) => !isCountedOnce.test(use))).toEqual([]);
  },
);

it('documents every metric of wallet-teller in docs/operations.md', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const names = metrics.match(/(?<=^# HELP )teller_\w+/gm) ?? [];
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('has an alert of late synchronisation for the default interval, whose limit the documentation names', () => {
  const rule = /SynchronisationLate\n +expr: .* > (\d+)$/m.exec(
    readDeployed('monitoring/alerts.yml'),
  );
  const limit = Number(rule?.[1]);
  const interval = readConfig({}, '/').syncIntervalMs / 1000;
  // A wallet is due after the interval, waits for a slot, and takes a while.
  expect(limit).toBeGreaterThanOrEqual(5 * interval);
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const advice = /^\| SynchronisationLate .*$/m.exec(page)?.[0];
  expect(advice).toContain(`${limit} seconds, for an interval of ${interval}`);
});

it('has the suffix _total only in names of counters', () => {
  const types = [...metrics.matchAll(/^# TYPE (\w+_total) (\w+)$/gm)];
  expect(types.length).toBeGreaterThan(0);
  expect(types.filter(([, , type]) => type !== 'counter').map(([, name]) => name)).toEqual([]);
});

function readDeployed(file: string): string {
  return readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
}

/** A histogram is reported under three names; some metrics have no sample before the first event. */
function isReported(name: string): boolean {
  const family = name.replace(/_(?:bucket|count|sum)$/, '');
  return metrics.includes(`# HELP ${name} `) || metrics.includes(`# HELP ${family} `);
}
