import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sendRaw } from './http-client.ts';
import { type ServiceHarness, startService } from './service-harness.ts';

const REQUEST = 'GET /livez HTTP/1.1\r\nhost: a\r\n\r\n';
const LAST = 'GET /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

let service: ServiceHarness;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const countResponses = (text: string): number => text.split('HTTP/1.1 200').length - 1;

describe('requests that are sent without waiting for responses', () => {
  it('are all answered, in order', async () => {
    const requests = Array.from(
      { length: 30 },
      (_, index) => `GET /livez HTTP/1.1\r\nhost: a\r\nx-request-id: r${index}\r\n\r\n`,
    );
    const { text } = await sendRaw(service.port, `${requests.join('')}${LAST}`);
    const ids = [...text.matchAll(/x-request-id: r(\d+)/g)].map((match) => Number(match[1]));
    expect(ids).toEqual(requests.map((_, index) => index));
    expect(countResponses(text)).toBe(31);
  });

  it('are handled one in a turn of the event loop', async () => {
    let most = 0;
    let seen = 0;
    let isOver = false;
    const watch = (): void => {
      most = Math.max(most, service.log.length - seen);
      seen = service.log.length;
      if (!isOver) setImmediate(watch);
    };
    watch();
    await sendRaw(service.port, `${REQUEST.repeat(30)}${LAST}`);
    isOver = true;
    expect(service.log).toHaveLength(31);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('are answered up to a limit, and the connection is closed with the last response', async () => {
    const { text } = await sendRaw(service.port, REQUEST.repeat(1724));
    expect(countResponses(text)).toBe(33);
    expect(text.match(/connection: close/gi)).toHaveLength(1);
    expect(text.lastIndexOf('onnection: close')).toBeGreaterThan(text.lastIndexOf('HTTP/1.1 200'));
    expect(service.log).toHaveLength(33);
  });

  it('are dropped when the connection is closed', async () => {
    for (let round = 0; round < 3; round += 1) {
      await sendRaw(service.port, REQUEST.repeat(100), (socket) => {
        setTimeout(() => socket.resetAndDestroy(), 20);
      });
    }
    const { text } = await sendRaw(service.port, `${REQUEST.repeat(30)}${LAST}`);
    expect(countResponses(text)).toBe(31);
  });

  it('close the connection immediately if too many are queued on all connections', async () => {
    await service.stop();
    service = await startService({ limits: { waitingRequestsMax: 20 } });
    const { text } = await sendRaw(service.port, REQUEST.repeat(60));
    expect(countResponses(text)).toBeLessThan(3);
    const others = await sendRaw(service.port, `${REQUEST.repeat(10)}${LAST}`);
    expect(countResponses(others.text)).toBe(11);
  });
});
