import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createDnsResolver } from './dns-resolver.ts';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;
/** Records of a name: type and bytes of the address. */
const RECORDS: Readonly<Record<string, readonly (readonly [number, readonly number[]])[]>> = {
  'both.test': [
    [TYPE_A, [93, 184, 216, 34]],
    [TYPE_AAAA, [0x26, 0x06, 0x28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  ],
  'old.test': [[TYPE_A, [93, 184, 216, 35]]],
  // The server does not answer the question for its new addresses.
  'half.test': [[TYPE_A, [93, 184, 216, 36]]],
  'new.test': [[TYPE_AAAA, [0x26, 0x06, 0x28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]]],
};

let server: Socket;
let resolve: ReturnType<typeof createDnsResolver>;

beforeEach(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  server.on('message', (query, { port, address }) => {
    const response = answer(query);
    if (response !== undefined) server.send(response, port, address);
  });
  resolve = createDnsResolver([`127.0.0.1:${server.address().port}`]);
});
afterEach(() => void server.close());

/** Returns the response to a query (RFC 1035, section 4.1); `undefined` for the names that are never answered. */
function answer(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.');
  const question = query.subarray(HEADER_BYTES, at + 5);
  const type = query.readUInt16BE(at + 1);
  const isSilent = name.endsWith('silent.test') || (name === 'half.test' && type === TYPE_AAAA);
  if (isSilent) return undefined;
  const records = RECORDS[name];
  const chosen = (records ?? []).filter(([each]) => each === type);
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(records === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(chosen.length, 6);
  const answers = chosen.map(([each, bytes]) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, each, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  return Buffer.concat([header, question, ...answers]);
}

it('returns the addresses of both families', async () => {
  expect(await resolve('both.test')).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800::1', family: 6 },
  ]);
  expect(await resolve('old.test')).toEqual([{ address: '93.184.216.35', family: 4 }]);
  expect(await resolve('new.test')).toEqual([{ address: '2606:2800::2', family: 6 }]);
});

it('uses the servers that the system has at the time of a look-up', async () => {
  // Nothing listens on the port 1 of this machine.
  const servers = ['127.0.0.1:1'];
  const resolveName = createDnsResolver(servers);
  await expect(resolveName('old.test')).rejects.toThrow('ECONNREFUSED');
  servers.splice(0, 1, `127.0.0.1:${server.address().port}`);
  expect(await resolveName('old.test')).toEqual([{ address: '93.184.216.35', family: 4 }]);
});

it('does not wait for a family that the server does not answer', async () => {
  const startMs = performance.now();
  expect(await resolve('half.test')).toEqual([{ address: '93.184.216.36', family: 4 }]);
  // A second question would be sent after 2.5 s.
  expect(performance.now() - startMs).toBeLessThan(2400);
});

it('gives up a silent server within the time limit of a delivery', async () => {
  const startMs = performance.now();
  await expect(resolve('silent.test')).rejects.toThrow(/ETIMEOUT/);
  expect(performance.now() - startMs).toBeLessThan(10_000);
});

it('rejects a name that does not exist', async () => {
  await expect(resolve('missing.test')).rejects.toThrow(/ENOTFOUND/);
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
