import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

import { findForbiddenImports } from './check-imports.ts';
import { IMPORT_RULES } from './import-rules.ts';

it.each([
  ['src/sync/worker.ts', "import { openStore } from '../store/sqlite/open-sqlite-store.ts';"],
  ['src/sync/worker.ts', "import type {\n  Store,\n} from '../store/store.ts';"],
  ['src/http/routes/balance.ts', "export * from '../../exchanges/exchange.ts';"],
  ['src/http/app.ts', "const ccxt = await import('ccxt');"],
  ['src/store/sqlite/backup.ts', "import '../postgres/roles.ts';"],
  ['src/store/statements/counts.ts', "import '../sqlite/connection.ts';"],
  ['src/store/rules/walk.ts', "import { sql } from '../sql/query.ts';"],
  ['src/store/sql/query.ts', "import pg from 'pg';"],
  ['src/exchanges/okx/account.ts', "import { read } from '../kraken/account.ts';"],
  ['src/new-folder/file.ts', "import { DAY_MS } from '../domain/duration.ts';"],
])('finds an import of %s that no rule allows', (path, text) => {
  expect(findForbiddenImports(path, text)).toHaveLength(1);
});

it.each([
  ['src/sync/worker.ts', "import type { SyncStore } from '../store/sync.ts';"],
  ['src/sync/worker.ts', "import { planWindows } from './windows.ts';"],
  ['src/exchanges/okx/account.ts', "import { STATUSES } from './statuses.ts';"],
  [
    'src/exchanges/best-effort/traits/gate.ts',
    "import { STATUSES } from '../../gate/statuses.ts';",
  ],
  ['explorer/src/main.tsx', "import { useState } from 'preact/hooks';"],
  ['src/cli/demo/run-demo.ts', "import { setTimeout } from 'node:timers/promises';"],
])('accepts an import of %s that a rule allows', (path, text) => {
  expect(findForbiddenImports(path, text)).toEqual([]);
});

it('has the rules that docs/architecture.md shows', () => {
  const page = readFileSync(fileURLToPath(new URL('../docs/architecture.md', import.meta.url)));
  const rows = [...page.toString().matchAll(/^\| `([^`]+)`[^|]*\|[^|]*\|([^|]*)\|$/gm)];
  const shown = new Map(rows.map(([, folder = '', cell = '']) => [folder, namesIn(cell)]));
  const folders = ['domain', 'store', 'exchanges', 'sync', 'http'].map((name) => `src/${name}/`);
  const allowed = [...folders, 'client/', 'explorer/', 'simulator/'].map((folder) => {
    const { files } = IMPORT_RULES[folder] ?? IMPORT_RULES[`${folder}src/`] ?? {};
    return [folder, files?.split(' ').toSorted() ?? []] as const;
  });
  expect(allowed.map(([folder]) => [folder, shown.get(folder)])).toEqual(allowed);
});

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).toSorted();
}
