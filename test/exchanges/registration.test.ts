/** A certified exchange has all of its parts: see "A new exchange" in CONTRIBUTING.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { SIMULATIONS } from '../../simulator/catalogue.ts';
import { EXCHANGE_CATALOGUE } from '../../src/exchanges/catalogue.ts';
import { importAccount } from '../../src/exchanges/registry.ts';
import { COPY_MARK } from '../../tools/copy-mark.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src/exchanges');
const SIMULATOR = join(ROOT, 'simulator');
const CERTIFIED = EXCHANGE_CATALOGUE.filter(({ facts }) => facts.certified);

/** The files of every certified exchange; no exchange has other names for them. */
const PARTS = [
  'MAPPINGS.md',
  'account.ts',
  'balances.ts',
  'key-guide.ts',
  'ledger.ts',
  'profile.ts',
  'statuses.ts',
  'transactions.ts',
];
const TESTED = ['balances.test.ts', 'transactions.test.ts'];
/** Folders that are not exchanges. */
const SHARED_SOURCES = ['client', 'best-effort', 'mapping', 'networks'];
const SHARED_SIMULATOR = ['routed'];

function listFolders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

describe.each(CERTIFIED)('$name', (profile) => {
  const { name, facts } = profile;
  const files = readdirSync(join(SOURCES, name));

  it('has a file for each part', () => {
    expect(files).toEqual(expect.arrayContaining([...PARTS, ...TESTED]));
    expect(files.includes('permissions.ts')).toBe(facts.reportsPermissions);
  });

  it('describes each file in its first lines', () => {
    const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file));
    const silent = sources.filter(
      (file) => !readFileSync(join(SOURCES, name, file), 'utf8').startsWith('/**'),
    );
    expect(silent).toEqual([]);
  });

  it('describes itself, not the exchange that it was copied from', () => {
    const folders = [join(SOURCES, name), join(SIMULATOR, name)];
    const copied = folders.flatMap((folder) =>
      readdirSync(folder).filter((file) =>
        readFileSync(join(folder, file), 'utf8').includes(COPY_MARK),
      ),
    );
    expect(copied).toEqual([]);
  });

  it('opens accounts', async () => {
    expect((await importAccount(profile)).openAccount).toBeTypeOf('function');
  });

  it('is simulated', () => {
    expect(Object.keys(SIMULATIONS)).toContain(name);
    const parts = ['api.ts', 'history.ts', 'signature.ts', 'simulation.ts', 'statuses.ts'];
    expect(readdirSync(join(SIMULATOR, name))).toEqual(expect.arrayContaining(parts));
  });

  it('has an entry in docs/exchanges.md', () => {
    const page = readFileSync(join(ROOT, 'docs/exchanges.md'), 'utf8');
    expect(page).toContain(`| ${facts.title} \`${name}\` |`);
  });
});

it('registers every folder of an exchange', () => {
  const names = CERTIFIED.map(({ name }) => name);
  expect(listFolders(SOURCES)).toEqual([...names, ...SHARED_SOURCES].toSorted());
  expect(listFolders(SIMULATOR)).toEqual([...names, ...SHARED_SIMULATOR].toSorted());
});

it('loads only the profiles of exchanges to list them', () => {
  const catalogue = readFileSync(join(SOURCES, 'catalogue.ts'), 'utf8');
  const imports = [...catalogue.matchAll(/from '(\.\/[a-z-]+\/[^']*)'/g)].map(
    ([, path = '']) => path,
  );
  const profiles = CERTIFIED.map(({ name }) => `./${name}/profile.ts`);
  expect(imports.toSorted()).toEqual([...profiles, './best-effort/profiles.ts'].toSorted());
});
