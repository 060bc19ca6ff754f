import { expect, it } from 'vitest';

import { useDnsServer } from '../../test/webhooks/dns-server.ts';
import { createDnsResolver } from './dns-resolver.ts';

const dns = useDnsServer();

it('returns the addresses of both families', async () => {
  expect(await dns.resolve('both.test')).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800::1', family: 6 },
  ]);
  expect(await dns.resolve('old.test')).toEqual([{ address: '93.184.216.35', family: 4 }]);
  expect(await dns.resolve('new.test')).toEqual([{ address: '2606:2800::2', family: 6 }]);
});

it('uses the servers that the system has at the time of a look-up', async () => {
  // Nothing listens on the port 1 of this machine.
  const servers = ['127.0.0.1:1'];
  const resolveName = createDnsResolver(servers);
  await expect(resolveName('old.test')).rejects.toThrow('ECONNREFUSED');
  servers.splice(0, 1, dns.address);
  expect(await resolveName('old.test')).toEqual([{ address: '93.184.216.35', family: 4 }]);
});

it('does not wait for a family that the server does not answer', async () => {
  const startMs = performance.now();
  expect(await dns.resolve('half.test')).toEqual([{ address: '93.184.216.36', family: 4 }]);
  // A second question would be sent after 2.5 s.
  expect(performance.now() - startMs).toBeLessThan(2400);
});

it('rejects a name that does not exist', async () => {
  await expect(dns.resolve('missing.test')).rejects.toThrow(/ENOTFOUND/);
});
