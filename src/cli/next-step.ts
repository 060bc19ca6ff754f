/** What to do next, in the state in which the installation is. */
import { findExchange } from '../exchanges/catalogue.ts';
import { wrapHelp } from './help-text.ts';
import { type Installation, listTroubled, type ListedWallet } from './installation.ts';

/** Advice: what was found, and the commands to run. */
export interface NextStep {
  readonly found: string;
  /** Each command with its purpose. */
  readonly commands: readonly (readonly [command: string, purpose: string])[];
}

const WIDTH_MAX = 100;
/** The codes of failures that need another key. */
export const REFUSED_KEYS: ReadonlySet<string> = new Set([
  'exchange_key_refused',
  'exchange_permission_denied',
  'credentials_too_powerful',
]);
/** The code of credentials that the master key does not decrypt, for example because it was lost and reset. */
const UNREADABLE = 'credentials_unreadable';
const INIT = ['teller init', 'add a first wallet, step by step'] as const;
const SERVE = [
  'teller serve',
  'synchronise the wallets, and serve them over HTTP, if it does not run yet',
] as const;
const STATUS = [
  'teller status',
  'wallets, exchanges, webhooks and the disk on one screen',
] as const;

/** The advice without a database. */
export function adviseFirstSteps(found: string): NextStep {
  return {
    found,
    commands: [
      ['teller demo', 'try everything with simulated exchanges; it leaves nothing behind'],
      INIT,
      ['teller org create NAME', 'create an organization, then a project, keys and wallets'],
    ],
  };
}

/** Returns the advice for an installation: the first thing that is missing or failing. */
export function adviseNextStep(installation: Installation): NextStep {
  const { projectCount, wallets, apiKeyCount, lastSyncAtMs } = installation;
  if (projectCount === 0) return adviseFirstSteps('The database is empty.');
  const [first] = wallets;
  if (first === undefined) return adviseWallet();
  const troubled = listTroubled(wallets);
  const stopped = troubled.filter(({ sync }) => sync.state === 'stopped');
  if (stopped[0] !== undefined) return adviseStopped(stopped[0], stopped.length);
  if (apiKeyCount === 0) return adviseApiKey(first);
  const read = wallets.filter(({ importsOnly }) => !importsOnly);
  if (read[0] !== undefined && read.every(({ sync }) => sync.paused)) return advisePaused(read[0]);
  if (read.length > 0 && lastSyncAtMs === null && troubled.length === 0) {
    return {
      found: 'No wallet was synchronised yet.',
      commands: [SERVE],
    };
  }
  if (troubled[0] !== undefined) return adviseFailing(troubled[0], troubled.length);
  return {
    found: 'Every wallet is in order.',
    commands: [SERVE, STATUS, ['teller --help', 'all commands']],
  };
}

function adviseWallet(): NextStep {
  return {
    found: 'There is no wallet yet.',
    commands: [
      INIT,
      ['teller wallet add --help', 'add one by a script'],
      ['teller manage-key create', 'let a program add them over the management API'],
    ],
  };
}

function adviseApiKey({ projectId }: ListedWallet): NextStep {
  return {
    found: 'No API key can read the wallets.',
    commands: [[`teller key create --project ${projectId}`, 'create one']],
  };
}

function advisePaused({ id }: ListedWallet): NextStep {
  return {
    found: 'No wallet is synchronised: each one is paused.',
    commands: [[`teller wallet resume ${id}`, 'synchronise a wallet again'], SERVE, STATUS],
  };
}

function adviseStopped({ id, exchange, sync }: ListedWallet, count: number): NextStep {
  const stopped = count === 1 ? `Wallet ${id} is` : `Wallet ${id} and ${count - 1} more are`;
  const { code = '', message = '' } = sync.failure ?? {};
  const restart = [`teller sync --once --wallet ${id}`, 'try again'] as const;
  const replace = [
    `teller wallet credentials ${id}`,
    `replace its key${describeReadOnlyKey(exchange)}`,
  ] as const;
  return {
    found: `${stopped} stopped until you act: ${code}: ${message}`,
    commands: [
      [`teller wallet show ${id}`, 'its state and its errors'],
      ...(REFUSED_KEYS.has(code) || code === UNREADABLE ? [replace] : []),
      restart,
    ],
  };
}

function describeReadOnlyKey(exchange: string): string {
  const facts = findExchange(exchange)?.facts;
  return facts === undefined ? '' : `; at ${facts.title} it needs only: ${facts.readOnlyKey}`;
}

function adviseFailing({ id, sync }: ListedWallet, count: number): NextStep {
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  return {
    found:
      `The last synchronisation of wallet ${id}${others} failed: ${sync.failure?.code}. ` +
      'A running service retries it automatically.',
    commands: [[`teller wallet show ${id}`, 'its state and its errors'], SERVE, STATUS],
  };
}

/** Returns the advice for JSON output. */
export function describeNextStep({ found, commands }: NextStep) {
  return { found, commands: commands.map(([command, purpose]) => ({ command, purpose })) };
}

/** Returns the advice as text for people. */
export function formatNextStep({ found, commands }: NextStep, columns: number | undefined): string {
  const lines = commands.flatMap(([command, purpose]) => ['', `  ${purpose}:`, `  $ ${command}`]);
  return wrapHelp([found, ...lines].join('\n'), Math.min(columns ?? WIDTH_MAX, WIDTH_MAX));
}
