import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sendRaw } from '../http/http-client.ts';
import { type ServiceHarness, startService } from '../http/service-harness.ts';

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

  it('close the connection above a limit', async () => {
    const { text } = await sendRaw(service.port, REQUEST.repeat(1724));
    expect(countResponses(text)).toBeLessThanOrEqual(32);
    const { body } = await service.askMetrics();
    expect(body).toContain('teller_http_connections_closed_total{reason="pipelining"} 1\n');
    expect(body).toContain('teller_http_requests_in_flight 0\n');
  });

  it('are dropped when the connection is closed', async () => {
    for (let round = 0; round < 3; round += 1) {
      await sendRaw(service.port, REQUEST.repeat(20), (socket) => {
        setTimeout(() => socket.resetAndDestroy(), 20);
      });
    }
    const { text } = await sendRaw(service.port, `${REQUEST.repeat(30)}${LAST}`);
    expect(countResponses(text)).toBe(31);
  });
});
