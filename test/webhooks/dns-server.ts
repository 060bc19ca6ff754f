import { createSocket } from 'node:dgram';
import { once } from 'node:events';

import { beforeEach } from 'vitest';

import { createDnsResolver } from '../../src/webhooks/dns-resolver.ts';

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

/** Starts a DNS server with the records above for each test, and returns its address with a resolver that asks it. */
export function useDnsServer() {
  const dns = {} as {
    /** Address and port. */
    address: string;
    resolve: ReturnType<typeof createDnsResolver>;
  };
  beforeEach(async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    socket.on('message', (query, { port, address }) => {
      const response = answer(query);
      if (response !== undefined) socket.send(response, port, address);
    });
    dns.address = `127.0.0.1:${socket.address().port}`;
    dns.resolve = createDnsResolver([dns.address]);
    return () => void socket.close();
  });
  return dns;
}

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
