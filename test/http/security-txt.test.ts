import { afterEach, expect, it } from 'vitest';

import { NOW_MS, type ServiceHarness, startService } from './service-harness.ts';

const PATH = '/.well-known/security.txt';

let service: ServiceHarness;
afterEach(() => service.stop());

it('security.txt has the contact of the operator, is not cached, and does not end soon', async () => {
  service = await startService({ securityContact: 'mailto:security@teller.example' });
  const { status, headers, body } = await service.send({ path: PATH });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  // A cache would return the former contact after a change.
  expect(headers['cache-control']).toBe('no-cache');
  expect(body).toContain('Contact: mailto:security@teller.example\n');
  const expiresAtMs = Date.parse(/^Expires: (\S+)$/m.exec(body)![1]!);
  expect((expiresAtMs - NOW_MS) / 86_400_000).toBe(30);
});

it('security.txt does not exist without a contact', async () => {
  service = await startService();
  expect((await service.send({ path: PATH })).status).toBe(404);
});
