import { expect, it } from 'vitest';

import { useDnsServer } from '../../test/webhooks/dns-server.ts';

const dns = useDnsServer();

it('gives up a silent server within the time limit of a delivery', async () => {
  const startMs = performance.now();
  await expect(dns.resolve('silent.test')).rejects.toThrow(/ETIMEOUT/);
  expect(performance.now() - startMs).toBeLessThan(10_000);
});

it('resolves a name while the servers of many others do not respond', async () => {
  let pending = 0;
  for (let name = 0; name < 100; name += 1) {
    pending += 1;
    void dns
      .resolve(`${name}.silent.test`)
      .catch(() => undefined)
      .finally(() => (pending -= 1));
  }
  await expect(dns.resolve('old.test')).resolves.toHaveLength(1);
  expect(pending).toBe(100);
});
