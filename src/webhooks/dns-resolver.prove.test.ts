import { afterEach, beforeEach, expect, it } from 'vitest';

import { type DnsServer, startDnsServer } from '../../test/webhooks/dns-server.ts';
import { createDnsResolver } from './dns-resolver.ts';

let server: DnsServer;
let resolve: ReturnType<typeof createDnsResolver>;

beforeEach(async () => {
  server = await startDnsServer();
  resolve = createDnsResolver([server.address]);
});
afterEach(() => server.close());

it('gives up a silent server within the time limit of a delivery', async () => {
  const startMs = performance.now();
  await expect(resolve('silent.test')).rejects.toThrow(/ETIMEOUT/);
  expect(performance.now() - startMs).toBeLessThan(10_000);
});

it('resolves a name while the servers of many others do not respond', async () => {
  let pending = 0;
  for (let name = 0; name < 100; name += 1) {
    pending += 1;
    void resolve(`${name}.silent.test`)
      .catch(() => undefined)
      .finally(() => (pending -= 1));
  }
  await expect(resolve('old.test')).resolves.toHaveLength(1);
  expect(pending).toBe(100);
});
