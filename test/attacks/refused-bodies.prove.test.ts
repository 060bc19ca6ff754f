/** Bodies that the management API refuses before it has read them. */
import { connect } from 'node:net';

import { expect, it } from 'vitest';

import { useManageApp } from '../manage/manage-app.ts';

const opened = useManageApp({ rateLimitPerSecond: 100 });

const DISCARDED_BYTES_MAX = 64 * 1024 * 1024;
const PIECE = Buffer.alloc(65_536, 'a');

/** Sends a head and pieces of a body, and reads nothing before they are sent. */
async function upload(type: string, bytes: number, count = bytes / PIECE.length) {
  const socket = connect(opened.port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /v0/wallets/wallet_x/imports HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\nauthorization: Bearer ${opened.key}\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  let sent = 0;
  while (sent < count && !socket.destroyed) {
    if (!socket.write(PIECE)) {
      const drained = new Promise((resolve) => socket.once('drain', resolve));
      await Promise.race([drained, closed]);
    }
    sent += 1;
  }
  let response = '';
  socket.on('data', (chunk) => (response += String(chunk)));
  await closed;
  return { response, sentBytes: sent * PIECE.length };
}

it.each([
  ['text/csv', 413],
  ['application/xml', 415],
])(
  'a body of the type %s is answered with %i after the caller has sent all of it',
  async (type, status) => {
    const { response, sentBytes } = await upload(type, 32 * 1024 * 1024);
    expect(sentBytes).toBe(32 * 1024 * 1024);
    expect(response).toContain(`HTTP/1.1 ${status} `);
    expect(response).toContain('connection: close');
    expect(response.endsWith('}')).toBe(true);
  },
);

it('a body that is refused is not read without end', async () => {
  const { sentBytes } = await upload('text/csv', 10 * DISCARDED_BYTES_MAX);
  expect(sentBytes).toBeLessThan(2 * DISCARDED_BYTES_MAX);
});

it('a body that is refused holds the connection of a caller who sends no more for some seconds only', async () => {
  const startedAtMs = performance.now();
  const { response } = await upload('text/csv', 32 * 1024 * 1024, 1);
  expect(response).toContain('HTTP/1.1 413 ');
  expect(performance.now() - startedAtMs).toBeLessThan(20_000);
}, 30_000);
