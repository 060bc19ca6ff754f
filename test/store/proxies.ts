/** Proxies in front of a database that simulate failures. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A proxy in front of a server, with its own URL. */
interface Proxy {
  readonly url: string;
  readonly server: Server;
}

/** Starts a proxy that can freeze its connections, like a cut cable, and then end them. */
export async function startFreezingProxy(
  target: string,
): Promise<Proxy & { freeze(): void; end(): void }> {
  const sockets: Socket[] = [];
  const proxy = await startProxy(target, (near, far) => {
    near.pipe(far);
    far.pipe(near);
    sockets.push(near, far);
  });
  const freeze = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return { ...proxy, freeze, end };
}

/** Starts a proxy that drops notifications, like a pooler that assigns the connection to others. */
export async function startDeafProxy(target: string): Promise<Proxy & { swallowed(): number }> {
  let swallowed = 0;
  const proxy = await startProxy(target, (near, far) => {
    near.pipe(far);
    const isNotification = (message: Buffer): boolean => {
      if (message[0] !== NOTICE) return true;
      swallowed += 1;
      return false;
    };
    far.pipe(filterMessages(isNotification)).pipe(near);
  });
  return { ...proxy, swallowed: () => swallowed };
}

/**
 * Starts a proxy that can hold messages with a text. It refuses TLS: between the nodes of a Citus cluster,
 * `citus.node_conninfo` has to be `sslmode=prefer`.
 */
export async function startHoldingProxy(
  target: string,
  text: string,
): Promise<Proxy & { hold(): void; held(): number; release(): void }> {
  let isHolding = false;
  const waiting: (() => void)[] = [];
  const proxy = await startProxy(target, (near, far) => {
    near.on('data', (chunk: Buffer) => {
      if (chunk.equals(TLS_REQUEST)) near.write('N');
      else if (isHolding && chunk.includes(text)) waiting.push(() => far.write(chunk));
      else far.write(chunk);
    });
    near.on('end', () => far.end());
    far.pipe(near);
  });
  return {
    ...proxy,
    hold: () => {
      isHolding = true;
    },
    held: () => waiting.length,
    release: () => {
      isHolding = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}

/** Starts a proxy that prepares statements by other names, like a pooler that has assigned another connection meanwhile. */
export async function startRenamingProxy(target: string): Promise<Proxy> {
  return startProxy(target, (near, far) => {
    near.on('data', (chunk: Buffer) => {
      far.write(chunk.toString('latin1').replace('PREPARE called_', 'PREPARE cooled_'), 'latin1');
    });
    near.on('end', () => far.end());
    far.pipe(near);
  });
}

/** Starts a proxy that does not pass the role of a connection on, like a pooler that ignores startup options. */
export async function startForgettingProxy(target: string): Promise<Proxy> {
  return startProxy(target, (near, far) => {
    near.on('data', (chunk: Buffer) => {
      // A setting of the same length that has no effect.
      far.write(chunk.toString('latin1').replace('-c role=', '-c a.ro='), 'latin1');
    });
    near.on('end', () => far.end());
    far.pipe(near);
  });
}

/** The request for TLS (PostgreSQL's manual, SSLRequest). */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const NOTICE = 'A'.charCodeAt(0);
/** The type and the length of a message. */
const HEAD_BYTES = 5;

/** Returns a filter of the messages of the protocol: each has a type, then the length of the rest. */
function filterMessages(isPassed: (message: Buffer) => boolean): Transform {
  let pending = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= HEAD_BYTES && pending.length > pending.readUInt32BE(1)) {
        const length = 1 + pending.readUInt32BE(1);
        const message = pending.subarray(0, length);
        if (isPassed(message)) this.push(message);
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
