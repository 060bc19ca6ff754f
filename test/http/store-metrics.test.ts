import { afterEach, expect, it } from 'vitest';

import { StoreUnavailableError } from '../../src/store/errors.ts';
import { addFaults, type FaultyStore } from './faulty-store.ts';
import { type ServiceHarness, startService } from './service-harness.ts';

let service: ServiceHarness;
afterEach(() => service.stop());

it('the metrics report a store that fails, without numbers of wallets and webhooks, until it responds', async () => {
  let faults: FaultyStore;
  service = await startService({ wrapStore: (store) => (faults = addFaults(store)) });
  expect((await service.askMetrics()).body).toContain('\nteller_store_up 1\n');
  faults!.failure = new StoreUnavailableError('down');
  const { status, body } = await service.askMetrics();
  expect(status).toBe(200);
  expect(body).toContain('\nteller_store_up 0\n');
  expect(body).not.toMatch(/^teller_(?:wallet|webhook)/m);
  faults!.failure = undefined;
  const after = (await service.askMetrics()).body;
  expect(after).toContain('\nteller_store_up 1\n');
  expect(after).toContain('\nteller_webhook_pending_events 0\n');
});
