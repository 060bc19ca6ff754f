import { afterEach, expect, it } from 'vitest';

import { WalletTeller } from '../../client/src/index.ts';
import { useScratch } from '../cli/scratch.ts';
import { addWallet, createTenant, startService, type TellerService, importRow } from '../teller.ts';

/** More than the default, because a busy machine takes longer to start a service. */
const RETRIES = 8;

const scratch = useScratch();
let service: TellerService;
afterEach(() => service.stop());

it('a call succeeds despite a restart of the service', async () => {
  const { variables } = scratch;
  const tenant = await createTenant(variables);
  const credentials = { apiKey: 'key', secret: 'secret' };
  const walletId = await addWallet(tenant, 'binance', credentials, variables);
  await importRow(walletId, variables);
  service = await startService(variables);
  const { url } = service;
  const wallet = new WalletTeller({ baseUrl: url, ...tenant, walletId, retries: RETRIES });
  expect((await wallet.transactions.list()).transactions).toHaveLength(1);

  await service.kill();
  const call = wallet.transactions.list();
  service = await startService(variables, ['--no-sync', '--port', new URL(url).port]);
  expect((await call).transactions).toHaveLength(1);
});
