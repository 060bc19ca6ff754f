/** Ways to the database that are not what they seem. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A proxy before a server, at an address of its own. */
interface Proxy {
  readonly url: string;
  readonly server: Server;
}

/** A proxy whose connections can be frozen, as a cable that is cut leaves them. */
export async function startFreezingProxy(target: string): Promise<Proxy & { freeze(): void }> {
  const sockets: Socket[] = [];
  const proxy = await startProxy(target, (near, far) => {
    near.pipe(far);
    far.pipe(near);
    sockets.push(near, far);
  });
  const freeze = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return { ...proxy, freeze };
}

/** A proxy that lets no notice through: a pooler has given the connection to others meanwhile. */
export async function startDeafProxy(target: string): Promise<Proxy & { swallowed(): number }> {
  let swallowed = 0;
  const proxy = await startProxy(target, (near, far) => {
    near.pipe(far);
    far.pipe(dropNotices(() => (swallowed += 1))).pipe(near);
  });
  return { ...proxy, swallowed: () => swallowed };
}

const NOTICE = 'A'.charCodeAt(0);
const HEAD_BYTES = 5;

/** Messages of the protocol without NotificationResponse: a type, then the length of the rest. */
function dropNotices(onDrop: () => void): Transform {
  let pending = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= HEAD_BYTES && pending.length > pending.readUInt32BE(1)) {
        const length = 1 + pending.readUInt32BE(1);
        if (pending[0] === NOTICE) onDrop();
        else this.push(pending.subarray(0, length));
        pending = pending.subarray(length);
      }
      done();
    },
  });
}

async function startProxy(
  target: string,
  join: (near: Socket, far: Socket) => void,
): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    join(near, far);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(target);
  address.port = String((server.address() as AddressInfo).port);
  return { url: address.href, server };
}
