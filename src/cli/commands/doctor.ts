import { chmodSync, existsSync, rmSync } from 'node:fs';
import type { Command } from 'commander';

import { listLeftoverFiles } from '../../compose/leftover-files.ts';
import { openStore } from '../../compose/open-store.ts';
import { findExchange } from '../../exchanges/catalogue.ts';
import type { ReportProgress } from '../../store/progress.ts';
import type { Store } from '../../store/store.ts';
import { attempt } from '../attempt-check.ts';
import { checkDisk } from '../disk-check.ts';
import { example } from '../example.ts';
import { EXIT } from '../failure.ts';
import { breakLine } from '../help-text.ts';
import { ProgressMeter } from '../progress.ts';
import { printResult, startSession, type Runtime, type Session } from '../runtime.ts';
import { explainOpenMode, readFileMode } from '../secret-file.ts';
import { checkService, checkUser } from '../server-checks.ts';
import { makePrintable } from '../table.ts';
import {
  checkClocks,
  checkCredentials,
  checkStoppedWallets,
  type Finding,
} from '../wallet-checks.ts';

const FILES_SHOWN_MAX = 3;
/** The length of a mark and its gap. */
const DETAIL_INDENT = 8;

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
      printResult(session, { ok, checks }, formatFindings(checks, session.stdout.columns));
      if (!ok) process.exitCode = EXIT.failed;
    });
}

async function runChecks(session: Session, fix: boolean): Promise<readonly Finding[]> {
  const { config } = session;
  const checks = [checkVariables(config.warnings)];
  if (config.database.kind === 'sqlite' && existsSync(config.database.path)) {
    checks.push(checkFileMode('database', config.database.path, fix));
    checks.push(...(await attempt('leftover files', () => checkLeftovers(session, fix))));
    checks.push(checkDisk(config.database.path));
  }
  if (config.masterKey.kind === 'file' && readFileMode(config.masterKey.path) !== undefined) {
    checks.push(checkFileMode('master key file', config.masterKey.path, fix));
  }
  return [...checks, ...(await attempt('database', () => openAndCheck(session, fix)))];
}

async function openAndCheck(session: Session, fix: boolean): Promise<readonly Finding[]> {
  const store = await openStore(session.config, { create: false, readsStandby: true });
  try {
    const meter = new ProgressMeter(session);
    const onProgress = meter.update;
    const schema = await attempt('migrations', () => checkSchema(store, fix, onProgress));
    if (!schema.every((check) => check.ok)) return schema;
    const user = await checkUser(session, store);
    if (!user.every((check) => check.ok)) return [...schema, ...user];
    const service = await checkService(session, store);
    const integrity = await attempt('integrity', () =>
      store.checkIntegrity({ fix, nowMs: session.now(), isReadOldestFirst, onProgress }),
    );
    meter.clear();
    return [
      ...schema,
      ...user,
      ...service,
      ...integrity,
      ...(await attempt('credentials', () => checkCredentials(session, store))),
      ...(await attempt('stopped wallets', () => checkStoppedWallets(store))),
      ...(await attempt('clocks', () => checkClocks(store))),
    ];
  } finally {
    await store.close();
  }
}

/** Returns true if a later row of the exchange may change an earlier one. */
export function isReadOldestFirst(exchange: string): boolean {
  const sources = findExchange(exchange)?.sources ?? [];
  return sources.some(({ order }) => order === 'oldest-first');
}

function checkVariables(warnings: readonly string[]): Finding {
  const detail = warnings.length === 0 ? 'every variable is known and valid' : warnings.join('; ');
  return { name: 'configuration', ok: warnings.length === 0, detail };
}

function checkFileMode(name: string, path: string, fix: boolean): Finding {
  const isOpen = explainOpenMode(path) !== undefined;
  const refusal = fix && isOpen ? closeToOthers(path) : undefined;
  const problem = explainOpenMode(path);
  if (problem === undefined) return { name, ok: true, detail: `only its owner can open ${path}` };
  const reason = refusal === undefined ? '' : `; --fix could not change the mode (${refusal})`;
  return { name, ok: false, detail: `${problem}${reason}` };
}

/** Lets only the owner open a file. Returns the system's code if that is refused, as for a file of another owner. */
function closeToOthers(path: string): string | undefined {
  try {
    chmodSync(path, 0o600);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** Reports files next to the database that killed commands have left. */
async function checkLeftovers(session: Session, fix: boolean): Promise<readonly Finding[]> {
  const name = 'leftover files';
  const files = await listLeftoverFiles(session.config, session.now());
  if (files.length === 0) return [{ name, ok: true, detail: 'none' }];
  if (fix) for (const file of files) rmSync(file, { force: true });
  const shown = files.slice(0, FILES_SHOWN_MAX).join(', ');
  const more = files.length - FILES_SHOWN_MAX;
  const list = more > 0 ? `${shown} and ${more} more` : shown;
  const detail = fix
    ? `removed ${list}`
    : `a killed command left ${list}; remove with: teller doctor --fix`;
  return [{ name, ok: true, detail }];
}

async function checkSchema(
  store: Store,
  fix: boolean,
  onProgress: ReportProgress,
): Promise<Finding[]> {
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

function formatFindings(findings: readonly Finding[], width: number | undefined): string {
  return findings
    .map((finding) => `${markFinding(finding)}  ${finding.name}: ${makePrintable(finding.detail)}`)
    .flatMap((line) => breakLine(line, width ?? Infinity, DETAIL_INDENT))
    .join('\n');
}

function markFinding({ ok, wallets }: Finding): string {
  if (!ok) return 'FAILED';
  return wallets === undefined ? 'ok    ' : 'note  ';
}
