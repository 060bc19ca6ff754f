import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { EndedSpan } from './otlp-json.ts';
import { SpanExporter } from './span-exporter.ts';

const SPAN: EndedSpan = {
  traceId: '1'.repeat(32),
  spanId: '2'.repeat(16),
  parentSpanId: undefined,
  name: 'a',
  kind: 'internal',
  startMs: 1_700_000_000_000.125,
  endMs: 1_700_000_000_001,
  attributes: { text: 'b', whole: 3, part: 0.5, flag: true, missing: undefined },
  errorCode: 'broken',
};

type AsyncListener = (...args: Parameters<RequestListener>) => Promise<void>;

let server: Server;
let bodies: string[];
let warnings: object[];
let answers: boolean;
let exporter: SpanExporter;
beforeEach(async () => {
  bodies = [];
  warnings = [];
  answers = true;
  const receive: AsyncListener = async (request, response) => {
    bodies.push(await text(request));
    if (answers) response.end();
  };
  server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  exporter = new SpanExporter({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    headers: {},
    resource: { 'service.name': 'test' },
    logger: { warn: (fields) => void warnings.push(fields) },
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const countSpans = (): number =>
  bodies.reduce((count, body) => count + body.split('"spanId"').length - 1, 0);

it('writes the JSON of OTLP', async () => {
  exporter.add(SPAN);
  await exporter.close();
  expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
    {
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'test' } }] },
          scopeSpans: [
            {
              scope: { name: 'wallet-teller' },
              spans: [
                {
                  traceId: SPAN.traceId,
                  spanId: SPAN.spanId,
                  name: 'a',
                  kind: 1,
                  startTimeUnixNano: '1700000000000125000',
                  endTimeUnixNano: '1700000000001000000',
                  attributes: [
                    { key: 'text', value: { stringValue: 'b' } },
                    { key: 'whole', value: { intValue: '3' } },
                    { key: 'part', value: { doubleValue: 0.5 } },
                    { key: 'flag', value: { boolValue: true } },
                    { key: 'error.type', value: { stringValue: 'broken' } },
                  ],
                  status: { code: 2 },
                },
              ],
            },
          ],
        },
      ],
    },
  ]);
});

it('sends full batches, and the remaining spans on close', async () => {
  for (let count = 0; count < 600; count += 1) exporter.add(SPAN);
  await exporter.close();
  expect(bodies).toHaveLength(2);
  expect(countSpans()).toBe(600);
  expect(warnings).toEqual([]);
});

it('drops spans if the receiver does not respond, and closes anyway', async () => {
  answers = false;
  for (let count = 0; count < 5000; count += 1) exporter.add(SPAN);
  await exporter.close();
  expect(countSpans()).toBe(512);
  // The batch that was being sent, and the spans for which the queue had no place.
  expect(warnings).toEqual([{ reason: expect.any(String) as string, droppedSpans: 2952 }]);
});
