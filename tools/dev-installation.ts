/** The installation of `npm run dev`: a database with a wallet at each simulated exchange, made once and kept. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import type { CallerHeaders } from '../src/cli/curl.ts';
import { loadMasterKey } from '../src/compose/load-master-key.ts';
import { openStore } from '../src/compose/open-store.ts';
import { readConfig } from '../src/config/read-config.ts';
import { createApiKey } from '../src/manage/api-keys.ts';
import type { ManageContext } from '../src/manage/context.ts';
import { requireExchangeProfile } from '../src/manage/exchanges.ts';
import { createManagementKey } from '../src/manage/manage-keys.ts';
import { createOrganization } from '../src/manage/organizations.ts';
import { createProject } from '../src/manage/projects.ts';
import { addWallet } from '../src/manage/wallets.ts';
import { type Keys, makeKeys } from '../simulator/catalogue.ts';
import { DEV_FOLDER } from './dev-paths.ts';

/** What a developer uses. */
interface Made {
  /** The headers of requests for the first wallet. */
  readonly tenant: CallerHeaders;
  readonly manageKey: string;
  /** The keys of the wallets at the simulated exchanges. */
  readonly keys: Keys;
}

/** What {@link openInstallation} returns. */
export interface DevInstallation extends Made {
  /** The environment of commands and services. */
  readonly env: NodeJS.ProcessEnv;
}

const NEVER = { expires: 'never' } as const;

/** Returns the installation, and makes it if it does not exist. @param exchangeUrl of the simulated exchanges. */
export async function openInstallation(exchangeUrl: string): Promise<DevInstallation> {
  const path = `${DEV_FOLDER}/installation.json`;
  mkdirSync(DEV_FOLDER, { recursive: true });
  const variables = {
    TELLER_DATABASE_URL: `${DEV_FOLDER}/teller.db`,
    TELLER_EXCHANGE_PROXY_URL: exchangeUrl,
    TELLER_EXCHANGE_THROTTLE: 'off',
    TELLER_CONNECT_RETURN_ORIGINS: 'http://127.0.0.1:3000',
    TELLER_WEBHOOK_ALLOW: 'http,private',
  };
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
  writeFileSync(`${DEV_FOLDER}/environment`, `${lines.join('\n')}\n`);
  const env = { ...process.env, ...variables };
  if (!existsSync(path)) {
    writeFileSync(path, JSON.stringify(await make(env), undefined, 2), { mode: 0o600 });
  }
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as Made), env };
}

async function make(env: NodeJS.ProcessEnv): Promise<Made> {
  const config = readConfig(env, DEV_FOLDER);
  const store = await openStore(config, { create: true });
  try {
    await store.migrate();
    return await makeTenant({
      store,
      actor: { kind: 'command', id: 'dev' },
      now: Date.now,
      randomBytes,
      loadMasterKey: () => loadMasterKey(config, store, randomBytes),
    });
  } finally {
    await store.close();
  }
}

async function makeTenant(context: ManageContext): Promise<Made> {
  const { id: orgId } = await createOrganization(context, { name: 'Development' });
  const { id: projectId } = await createProject(context, { orgId, name: 'Development' });
  const { apiKey } = await createApiKey(context, { projectId, label: 'dev', ...NEVER });
  const { manageKey } = await createManagementKey(context, {
    projectId: null,
    label: 'dev',
    ...NEVER,
  });
  const keys = makeKeys();
  const walletIds: string[] = [];
  for (const [exchange, credentials] of Object.entries(keys)) {
    const wallet = { projectId, label: `dev ${exchange}`, externalId: null };
    const key = { exchange: requireExchangeProfile(exchange), credentials: { ...credentials } };
    const added = await addWallet(context, wallet, key, { checkKey: undefined });
    walletIds.push(added.wallet.id);
  }
  const [walletId = ''] = walletIds;
  return { tenant: { orgId, projectId, walletId, apiKey }, manageKey, keys };
}
