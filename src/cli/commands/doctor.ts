import { chmodSync, existsSync } from 'node:fs';
import type { Command } from 'commander';

import type { Config } from '../../config/read-config.ts';
import { loadMasterKey } from '../../compose/load-master-key.ts';
import { openStore } from '../../compose/open-store.ts';
import { findExchange } from '../../exchanges/catalogue.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { openCredentials } from '../../domain/sealed-credentials.ts';
import { explainOpenMode } from '../secret-file.ts';
import type { StoreCheck } from '../../store/admin.ts';
import type { ReportProgress } from '../../store/progress.ts';
import type { Store } from '../../store/store.ts';
import { example } from '../example.ts';
import { EXIT } from '../failure.ts';
import { ProgressMeter } from '../progress.ts';
import { printResult, startSession, type Runtime, type Session } from '../runtime.ts';
import { makePrintable } from '../table.ts';

/** Adds `teller doctor`. */
export function addDoctorCommand(program: Command, runtime: Runtime): void {
  program
    .command('doctor')
    .description('check configuration, files, schema, counts and integrity, with advice')
    .option('--fix', 'repair what can be repaired')
    .addHelpText('after', example('teller doctor --fix'))
    .action(async (options: { fix?: true }, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      const checks = await runChecks(session, options.fix === true);
      const ok = checks.every((check) => check.ok);
      printResult(session, { ok, checks }, formatChecks(checks));
      if (!ok) process.exitCode = EXIT.failed;
    });
}

async function runChecks(session: Session, fix: boolean): Promise<readonly StoreCheck[]> {
  const { config } = session;
  const checks = [checkVariables(config.warnings)];
  if (config.database.kind === 'sqlite') {
    const { path } = config.database;
    if (!existsSync(path)) {
      return [...checks, ...(await attempt('database', () => explain(config)))];
    }
    checks.push(checkFileMode('database', path, fix));
  }
  if (config.masterKey.kind === 'file' && existsSync(config.masterKey.path)) {
    checks.push(checkFileMode('master key file', config.masterKey.path, fix));
  }
  const store = await openStore(config, { create: false });
  try {
    return [...checks, ...(await checkStore(session, store, fix))];
  } finally {
    await store.close();
  }
}

/** Returns why a missing database cannot be opened. */
async function explain(config: Config): Promise<readonly StoreCheck[]> {
  const store = await openStore(config, { create: false });
  await store.close();
  return [];
}

async function checkStore(
  session: Session,
  store: Store,
  fix: boolean,
): Promise<readonly StoreCheck[]> {
  const meter = new ProgressMeter(session);
  const onProgress = meter.update;
  const schema = await attempt('migrations', () => checkSchema(store, fix, onProgress));
  if (!schema.every((check) => check.ok)) return schema;
  const integrity = await attempt('integrity', () =>
    store.checkIntegrity({ fix, nowMs: session.now(), isReadOldestFirst, onProgress }),
  );
  meter.clear();
  return [
    ...schema,
    ...integrity,
    ...(await attempt('credentials', () => checkCredentials(session, store))),
    ...(await attempt('stopped wallets', () => checkWallets(store))),
  ];
}

/** Returns true if a later row of the exchange may change an earlier one. */
function isReadOldestFirst(exchange: string): boolean {
  const sources = findExchange(exchange)?.sources ?? [];
  return sources.some(({ order }) => order === 'oldest-first');
}

/** Runs a check. If it throws, it is reported as failed, and the other checks still run. */
async function attempt(
  name: string,
  check: () => Promise<readonly StoreCheck[]>,
): Promise<readonly StoreCheck[]> {
  try {
    return await check();
  } catch (error) {
    return [{ name, ok: false, detail: (error as Error).message }];
  }
}

function checkVariables(warnings: readonly string[]): StoreCheck {
  const detail = warnings.length === 0 ? 'every variable is known and valid' : warnings.join('; ');
  return { name: 'configuration', ok: warnings.length === 0, detail };
}

function checkFileMode(name: string, path: string, fix: boolean): StoreCheck {
  if (fix) chmodSync(path, 0o600);
  const problem = explainOpenMode(path);
  return { name, ok: problem === undefined, detail: problem ?? `only its owner can open ${path}` };
}

async function checkSchema(
  store: Store,
  fix: boolean,
  onProgress: ReportProgress,
): Promise<StoreCheck[]> {
  const applied = fix ? await store.migrate(onProgress) : [];
  const migrations = await store.listMigrations();
  const pending = migrations.filter((migration) => !migration.applied);
  const names = pending.map(({ version, name }) => `${version} ${name}`).join(', ');
  if (pending.length > 0) {
    return [{ name: 'migrations', ok: false, detail: `pending are ${names}; run: teller migrate` }];
  }
  const brought = applied.length > 0 ? `, ${applied.length} of them just now` : '';
  return [{ name: 'migrations', ok: true, detail: `${migrations.length} applied${brought}` }];
}

async function checkCredentials(session: Session, store: Store): Promise<StoreCheck[]> {
  const wallets = await store.listWallets();
  const name = 'credentials';
  if (wallets.length === 0) return [{ name, ok: true, detail: 'there are no wallets' }];
  const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
  const failed: StoreCheck[] = [];
  for (const { id } of wallets) {
    const problem = await findCredentialsProblem(store, id, masterKey);
    if (problem !== undefined) {
      const advice =
        'add the master key under which they were sealed, or replace them: ' +
        `teller wallet credentials ${id}`;
      failed.push({ name, ok: false, detail: `${id}: ${problem}; ${advice}` });
    }
  }
  return failed.length > 0
    ? failed
    : [{ name, ok: true, detail: 'the master key decrypts all of them' }];
}

async function findCredentialsProblem(
  store: Store,
  walletId: string,
  masterKey: MasterKey,
): Promise<string | undefined> {
  try {
    openCredentials(await store.readCredentials(walletId), walletId, masterKey);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function checkWallets(store: Store): Promise<StoreCheck[]> {
  const wallets = await store.listWallets();
  const name = 'stopped wallets';
  const stopped = wallets.filter(({ sync }) => sync.nextRunAtMs === null && sync.failure !== null);
  if (stopped.length === 0) {
    return [{ name, ok: true, detail: `none of ${wallets.length}` }];
  }
  return stopped.map(({ id, sync }) => ({
    name,
    ok: false,
    detail: `${id} is stopped: ${sync.failure?.message ?? ''}`,
  }));
}

function formatChecks(checks: readonly StoreCheck[]): string {
  return checks
    .map(({ name, ok, detail }) => `${ok ? 'ok    ' : 'FAILED'}  ${name}: ${makePrintable(detail)}`)
    .join('\n');
}
