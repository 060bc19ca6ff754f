/** The installation of `npm run dev`: a database with a wallet at each simulated exchange, made once and kept. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import { type Keys, makeKeys } from '../simulator/catalogue.ts';
import { addWallet, askTeller, createTenant, type Tenant } from '../test/teller.ts';
import { ROOT } from './files.ts';

/** The data of `npm run dev`. Tests use another folder. */
export const DEV_FOLDER = process.env['TELLER_DEV_FOLDER'] ?? `${ROOT}/.dev`;

/** What {@link openInstallation} returns. */
export interface DevInstallation {
  readonly tenant: Tenant;
  /** The first wallet. */
  readonly walletId: string;
  readonly manageKey: string;
  /** The keys of the wallets at the simulated exchanges. */
  readonly keys: Keys;
  /** The environment of commands and services. */
  readonly env: NodeJS.ProcessEnv;
}

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
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  writeFileSync(`${DEV_FOLDER}/environment`, lines.join(''));
  if (!existsSync(path)) {
    writeFileSync(path, JSON.stringify(await make(variables), undefined, 2), { mode: 0o600 });
  }
  const made = JSON.parse(readFileSync(path, 'utf8')) as Omit<DevInstallation, 'env'>;
  return { ...made, env: { ...process.env, ...variables } };
}

async function make(variables: Record<string, string>): Promise<Omit<DevInstallation, 'env'>> {
  const tenant = await createTenant(variables);
  const { manageKey } = await askTeller<{ manageKey: string }>(['manage-key', 'create'], variables);
  const keys = makeKeys();
  const walletIds: string[] = [];
  for (const [exchange, credentials] of Object.entries(keys)) {
    walletIds.push(await addWallet(tenant, exchange, credentials, variables));
  }
  const [walletId = ''] = walletIds;
  return { tenant, walletId, manageKey, keys };
}
