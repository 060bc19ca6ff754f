import { readFileSync } from 'node:fs';
import type { Command } from 'commander';

import { DatabaseMissingError } from '../../compose/open-store.ts';
import type { ExchangeCredentials } from '../../domain/sealed-credentials.ts';
import { explainCredential } from '../../exchanges/client/credential-forms.ts';
import type { ExchangeProfile } from '../../exchanges/profile.ts';
import { PATHS } from '../../http/paths.ts';
import { createApiKey } from '../../manage/api-keys.ts';
import type { ManageContext } from '../../manage/context.ts';
import { listCertifiedExchanges } from '../../manage/exchanges.ts';
import { ManageError } from '../../manage/errors.ts';
import { createOrganization } from '../../manage/organizations.ts';
import { createProject } from '../../manage/projects.ts';
import { requireUsableKey } from '../../manage/key-check.ts';
import { addWallet } from '../../manage/wallets.ts';
import type { ProjectRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { type CallerHeaders, formatCurl } from '../curl.ts';
import { example } from '../example.ts';
import { CommandError, describeFailure, IncompleteError, UsageError } from '../failure.ts';
import { explainFileProblem } from '../file-problem.ts';
import {
  type KeyCheckOptions,
  keyPolicyOf,
  manageAs,
  noteStoredKey,
  parseExchange,
} from '../management.ts';
import { readName } from '../option-values.ts';
import { Prompter } from '../prompter.ts';
import {
  note,
  printResult,
  startSession,
  withStore,
  type Runtime,
  type Session,
} from '../runtime.ts';
import { listenForStopOrParent } from '../stop-signal.ts';
import { describeResult, formatResult, syncNow } from '../sync-now.ts';

const SERVICE_URL = 'http://127.0.0.1:8080';
const DEFAULT_NAME = 'Default';
const KEYS_MAX = 5;

const EXPLANATION = `
Asks for an exchange, a key that can only read, which it checks at the exchange, and a name. Then it stores the key
encrypted, prints a request for the history, and reads it. An answer that starts with @ is the path of a file with the
answer, for keys of several lines.`;

interface InitOptions extends KeyCheckOptions {
  readonly project?: string;
}

/** The answers of the user. */
interface Answers {
  readonly exchange: ExchangeProfile;
  readonly credentials: ExchangeCredentials;
  readonly label: string | null;
}

/** Adds `teller init`. */
export function addInitCommand(program: Command, runtime: Runtime): void {
  program
    .command('init')
    .description('add a first wallet, step by step')
    .option('--project <id>', 'the project of the wallet, if there are several')
    .option(
      '--allow-withdraw-permission',
      'also accept a key that may withdraw or trade; it is only used to read',
    )
    .addHelpText('after', EXPLANATION)
    .addHelpText('after', example('teller init'))
    .action(async (options: InitOptions, command: Command) => {
      const session = startSession(runtime, command.optsWithGlobals());
      await checkProject(session, options.project);
      // A rejected key leaves no database behind.
      const answers = await askAll(session, options);
      await withStore(session, { create: true }, async (store) => {
        const caller = await storeWallet(session, store, answers, options);
        await printFirstSync(session, store, caller);
      });
    });
}

/** Finds the project before any question. Without a database there is nothing to find yet. */
async function checkProject(session: Session, wantedId: string | undefined): Promise<void> {
  try {
    await withStore(session, { create: false }, (store) => findProject(store, wantedId));
  } catch (error) {
    if (wantedId !== undefined || !(error instanceof DatabaseMissingError)) throw error;
  }
}

async function askAll(session: Session, options: KeyCheckOptions): Promise<Answers> {
  const prompter = new Prompter(session);
  try {
    const exchange = await prompter.ask({
      text: 'Exchange (for example binance or kraken):',
      read: readExchange,
    });
    note(
      session,
      `Create a key at ${exchange.facts.title} with only: ${exchange.facts.readOnlyKey}`,
    );
    const credentials = await askKey(session, prompter, exchange, options);
    const label = await prompter.ask({
      text: 'Name of the wallet (may be empty):',
      read: (answer) => (answer === '' ? null : readName(answer)),
    });
    return { exchange, credentials, label };
  } finally {
    prompter.close();
  }
}

/** Asks for a key until the exchange accepts one. @throws {CommandError} after several rejected keys. */
async function askKey(
  session: Session,
  prompter: Prompter,
  exchange: ExchangeProfile,
  options: KeyCheckOptions,
): Promise<ExchangeCredentials> {
  for (let attempt = 0; attempt < KEYS_MAX; attempt += 1) {
    const credentials = await askCredentials(prompter, exchange);
    try {
      const policy = keyPolicyOf(session, options);
      const { warnings } = await requireUsableKey(exchange, credentials, policy);
      noteStoredKey(session, { warnings, sameKeyAs: null });
      return credentials;
    } catch (error) {
      if (!(error instanceof ManageError) || error.code !== 'credentials_rejected') throw error;
      note(session, error.message);
    }
  }
  throw new CommandError(
    'credentials_rejected',
    `${exchange.facts.title} rejected ${KEYS_MAX} keys; nothing was stored`,
  );
}

async function askCredentials(
  prompter: Prompter,
  exchange: ExchangeProfile,
): Promise<ExchangeCredentials> {
  const fields: [string, string][] = [];
  for (const name of exchange.requiredCredentials) {
    const value = await prompter.ask({
      text: `${name}:`,
      isSecret: true,
      read: (answer) => readCredential(exchange, name, answer),
    });
    fields.push([name, value]);
  }
  return Object.fromEntries(fields);
}

function readExchange(answer: string): ExchangeProfile {
  if (answer !== '') return parseExchange(answer.toLowerCase());
  throw new Error(
    `Type the name of an exchange; ${listCertifiedExchanges()}. docs/exchanges.md lists all.`,
  );
}

function readCredential(
  { credentialForms }: ExchangeProfile,
  name: string,
  answer: string,
): string {
  const value = answer.startsWith('@') ? readAnswerFile(answer.slice(1)) : answer;
  if (value === '') throw new Error(`${name} must not be empty`);
  const problem = explainCredential(credentialForms, name, value);
  if (problem !== undefined) throw new Error(`${name} ${problem}`);
  return value;
}

/** @throws {Error} with the reason, without the text of the answer: a secret may begin with @ too. */
function readAnswerFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const problem = explainFileProblem(error) ?? 'the file cannot be read';
    throw new Error(`an answer that starts with @ is the path of a file: ${problem}`, {
      cause: error,
    });
  }
}

/** Stores the wallet, whose key was checked, and a new API key, in the only project or in a new one. */
async function storeWallet(
  session: Session,
  store: Store,
  { exchange, credentials, label }: Answers,
  options: InitOptions,
): Promise<CallerHeaders> {
  const context = manageAs(session, store, 'init');
  const { id: projectId, orgId } = await findOrCreateProject(context, options.project);
  const wallet = { projectId, label, externalId: null };
  const policy = { checkKey: undefined, allowPowerful: options.allowWithdrawPermission };
  const added = await addWallet(context, wallet, { exchange, credentials }, policy);
  noteStoredKey(session, added);
  const { apiKey } = await createApiKey(context, { projectId, label: 'init', expires: 'never' });
  return { orgId, projectId, walletId: added.wallet.id, apiKey };
}

async function findOrCreateProject(
  context: ManageContext,
  wantedId: string | undefined,
): Promise<Pick<ProjectRecord, 'id' | 'orgId'>> {
  const project = await findProject(context.store, wantedId);
  if (project !== undefined) return project;
  const { id: orgId } = await createOrganization(context, { name: DEFAULT_NAME });
  return createProject(context, { orgId, name: DEFAULT_NAME });
}

/**
 * Returns the named or the only project; `undefined` if there is none.
 *
 * @throws {RecordNotFoundError} if the named project does not exist.
 * @throws {UsageError} if there are several projects and none is named.
 */
async function findProject(
  store: ManageContext['store'],
  wantedId: string | undefined,
): Promise<ProjectRecord | undefined> {
  if (wantedId !== undefined) return store.readProject(wantedId);
  const [project, ...others] = await store.listProjects();
  if (others.length === 0) return project;
  throw new UsageError('there are several projects; name one with --project (teller project list)');
}

/** Prints how to request the history of the wallet, and reads it. */
async function printFirstSync(
  session: Session,
  store: Store,
  caller: CallerHeaders,
): Promise<void> {
  const { walletId } = caller;
  const text = [
    'Start the service with: teller serve',
    'Then request the latest transactions (the key is not shown again):',
    formatCurl(`${SERVICE_URL}${PATHS.transactions}?limit=5`, caller),
    '',
  ];
  // A second Ctrl-C ends the process before anything else is printed.
  if (!session.json) printResult(session, caller, text.join('\n'));
  note(session, 'Reading the history; Ctrl-C stops it, and teller serve continues it');
  let sync: ReturnType<typeof describeResult> | undefined;
  let reason = '';
  try {
    const [result] = await syncNow(session, store, listenForStopOrParent(), [walletId]);
    sync = result && describeResult(result, await store.readSyncState(walletId));
  } catch (error) {
    reason = ` (${describeFailure(error).message})`;
  }
  const value = { ...caller, sync };
  const isComplete = sync?.ok === true;
  // The error has the value: --json prints one.
  if (sync !== undefined && (isComplete || !session.json)) {
    printResult(session, value, formatResult(sync));
  }
  if (!isComplete) {
    throw new IncompleteError(
      'sync_failed',
      `the wallet was added, but its first synchronisation did not finish${reason}: teller serve continues it, or run: teller sync --once --wallet ${walletId}`,
      value,
    );
  }
}
