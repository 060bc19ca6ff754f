import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { tracing } from '@opentelemetry/sdk-node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { openAccount } from '../../test/sync/answered-windows.ts';
import { ExchangeError } from '../exchanges/exchange.ts';
import { inSpan } from './in-span.ts';

const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = tracing;

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
// A tracer keeps the first provider that it has found.
beforeAll(() => void trace.setGlobalTracerProvider(provider));
afterEach(() => exporter.reset());
afterAll(async () => {
  trace.disable();
  await provider.shutdown();
});

it('a span has the code or the class of an error, never its message', async () => {
  const coded = Object.assign(new Error('the-secret'), { code: 'exchange_unavailable' });
  for (const error of [new TypeError('the-secret'), coded, 'the-secret']) {
    await expect(inSpan('read page', {}, () => Promise.reject(error))).rejects.toBe(error);
  }
  const spans = exporter.getFinishedSpans();
  const types = spans.map(({ attributes }) => attributes['error.type']);
  expect(types).toEqual(['TypeError', 'exchange_unavailable', 'unknown']);
  for (const { status } of spans) expect(status.code).toBe(SpanStatusCode.ERROR);
  const shown = spans.map(({ attributes, events, status }) => [attributes, events, status]);
  expect(JSON.stringify(shown)).not.toContain('the-secret');
});

it('a span lasts as long as its work, which has succeeded unless it throws', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const outer = inSpan('outer', {}, () => promise);
  await inSpan('inner', {}, () => undefined, 'client');
  resolve();
  await outer;
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ name, kind, status }) => [name, kind, status.code])).toEqual([
    ['inner', SpanKind.CLIENT, SpanStatusCode.UNSET],
    ['outer', SpanKind.INTERNAL, SpanStatusCode.UNSET],
  ]);
});

it('the span of a synchronisation that failed has the code of its failure', async () => {
  const { bench, sync } = await openAccount(() => {
    throw new ExchangeError('exchange_unavailable', 'no response');
  });
  await using _bench = bench;
  expect(await sync()).toMatchObject([{ ok: false }]);
  const spans = exporter.getFinishedSpans().filter(({ name }) => name.startsWith('sync'));
  expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(['exchange_unavailable']);
});
