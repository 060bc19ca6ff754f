/**
 * The measurements, as ratios within one run: the server on one core, the load on another, beside
 * a bare `node:http` server that answers the same bytes. Prints a table, or JSON with `--json`;
 * `--rows 10000000` makes the largest wallet of the listing as large.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

import { Installation, TELLER } from './installation.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import type { Measurement } from './measurement.ts';
import {
  canPin,
  readAnswer,
  readFirstLine,
  residentMegabytes,
  startPinned,
  stop,
} from './processes.ts';
import { LARGE_ROWS, measureListing } from './listing.ts';
import { measureSync } from './sync.ts';

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const ROUNDS = 3;
const IMPORT_ROWS = 1_000_000;
const LOAD = { connections: 16, warmUpMs: 1000, durationMs: 3000 } as const;

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

async function measureLoad(url: string, headers: Record<string, string>): Promise<LoadResult> {
  const plan: LoadPlan = { url, headers, ...LOAD };
  return readAnswer<LoadResult>(
    startPinned(LOAD_CORE, [process.execPath, path('load.ts'), JSON.stringify(plan)]),
  );
}

async function measureImport(installation: Installation): Promise<Measurement[]> {
  const file = await installation.writeRows(IMPORT_ROWS);
  const walletId = installation.addWallet();
  const startMs = performance.now();
  installation.ask(['import', '--wallet', walletId, file]);
  const rowsPerSecond = Math.round(IMPORT_ROWS / ((performance.now() - startMs) / 1000));
  const bytes = statSync(installation.env.TELLER_DATABASE_URL.slice('sqlite:'.length)).size;
  return [
    {
      name: `import of ${IMPORT_ROWS} rows, process start included`,
      value: rowsPerSecond,
      unit: 'rows/s',
      target: '≥ 50000',
    },
    {
      name: 'stored bytes per transaction, indexes included',
      value: Math.round(bytes / IMPORT_ROWS),
      unit: 'bytes',
    },
  ];
}

/**
 * The default page of a wallet of 1,000 rows against the bare server, best of some rounds each.
 *
 * @param cache `kept`: answers are given again; `none`: each is read anew.
 */
async function measureDefaultPage(
  installation: Installation,
  cache: 'kept' | 'none',
): Promise<Measurement[]> {
  const walletId = installation.addWallet();
  installation.ask(['import', '--wallet', walletId, await installation.writeRows(1000)]);
  const headers = installation.headersOf(walletId);
  // The first fetch of a process loads its client, which is no time of the server's.
  await fetch('http://127.0.0.1:1').catch(() => undefined);
  const startMs = performance.now();
  const service = startPinned(
    SERVER_CORE,
    [TELLER, 'serve', '--no-sync', '--port', '0', '--json'],
    { ...installation.env, ...(cache === 'none' ? { TELLER_CACHE_MEGABYTES: '0' } : {}) },
  );
  const { url } = await readFirstLine<{ url: string }>(service);
  const page = `${url}/v0/wallet/transactions`;
  const body = await (await fetch(page, { headers })).text();
  const firstAnswerMs = Math.round(performance.now() - startMs);
  writeFileSync(`${installation.folder}/body.json`, body);
  const bare = startPinned(SERVER_CORE, [
    process.execPath,
    path('bare-server.ts'),
    `${installation.folder}/body.json`,
  ]);
  const limit = await readFirstLine<{ url: string }>(bare);
  const served: LoadResult[] = [];
  const limits: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await measureLoad(limit.url, {}));
    served.push(await measureLoad(page, headers));
  }
  const resident = residentMegabytes(service);
  await Promise.all([stop(service), stop(bare)]);
  const title = cache === 'kept' ? 'answers kept' : 'nothing cached';
  const best = (results: readonly LoadResult[]): number =>
    Math.max(...results.map((result) => result.requestsPerSecond));
  return [
    {
      name: `bare node:http, same bytes, beside ${title}`,
      value: best(limits),
      unit: 'requests/s',
    },
    { name: `default page, 1,000 rows, ${title}`, value: best(served), unit: 'requests/s' },
    {
      name: `default page against bare node:http, ${title}`,
      value: Number((best(served) / best(limits)).toFixed(3)),
      unit: 'ratio',
      target: cache === 'kept' ? '≥ 0.75' : '≥ 0.30',
    },
    {
      name: `default page, 99th percentile, ${title}`,
      value: Number(served[0]?.latencyP99Ms.toFixed(2)),
      unit: 'ms',
    },
    { name: `start to first answer, ${title}`, value: firstAnswerMs, unit: 'ms', target: '≤ 500' },
    {
      name: `API process after the load, resident, ${title}`,
      value: resident,
      unit: 'MB',
      target: '≤ 150',
    },
  ];
}

function describeMachine(): string {
  const model = cpus()[0]?.model ?? 'unknown';
  return `${model}, ${cpus().length} cores, ${process.platform} ${arch()}, Node ${process.version}, pinned: ${canPin}`;
}

/** The size of the largest wallet, where it is told. */
function readRows(): number {
  const at = process.argv.indexOf('--rows');
  return at === -1 ? LARGE_ROWS : Number(process.argv[at + 1]);
}

const installation = new Installation();
try {
  const results = [
    ...(await measureDefaultPage(installation, 'kept')),
    ...(await measureDefaultPage(installation, 'none')),
    ...(await measureImport(installation)),
    ...(await measureListing(readRows())),
    ...(await measureSync(installation)),
  ];
  const report = { machine: describeMachine(), results };
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else {
    console.log(report.machine);
    console.table(Object.fromEntries(results.map(({ name, ...rest }) => [name, rest])));
  }
} finally {
  rmSync(installation.folder, { recursive: true, force: true });
}
