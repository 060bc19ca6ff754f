import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';

import pg from 'pg';

import { MessageSplitter } from './message-splitter.ts';

/**
 * Bytes of memory that a connection reads into. Without it the socket allocates memory for each read: 300 KB
 * for a large page.
 */
const READ_BYTES = 64 * 1024;

/** The part of the driver's connection that its types do not declare. */
interface DriverConnection extends EventEmitter {
  readonly ssl: unknown;
  stream: EventEmitter;
  attachListeners: (stream: EventEmitter) => void;
}

/**
 * A client that returns all rows of a statement with a binary result as one row with one column of bytes, or
 * as no row. The driver would create a string for each value.
 */
export class RowClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const connection = this.connection as unknown as DriverConnection;
    const messages = new EventEmitter();
    const splitter = new MessageSplitter({
      onRows: (rows) => connection.emit('dataRow', { name: 'dataRow', fields: [rows] }),
      onMessages: (bytes) => messages.emit('data', bytes),
    });
    const socket = makeSocket(splitter);
    // With TLS the driver reads the first response itself, and then listens to the decrypted stream.
    if (connection.ssl === false) connection.stream = socket;
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach(messages);
      if (stream !== socket) stream.on('data', (chunk: Buffer) => splitter.read(chunk));
    };
  }
}

function makeSocket(splitter: MessageSplitter): Socket {
  const callback = (size: number, buffer: Uint8Array): boolean => {
    splitter.read(Buffer.from(buffer.buffer, buffer.byteOffset, size));
    return true;
  };
  return new Socket({ onread: { buffer: Buffer.alloc(READ_BYTES), callback } });
}
