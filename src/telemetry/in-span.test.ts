import { trace } from '@opentelemetry/api';
import { tracing } from '@opentelemetry/sdk-node';
import { expect, it } from 'vitest';

import { inSpan } from './in-span.ts';

const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = tracing;

it('a span has the code or the class of an error, never its message', async () => {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  const provider = new BasicTracerProvider({ spanProcessors });
  trace.setGlobalTracerProvider(provider);
  const coded = Object.assign(new Error('the-secret'), { code: 'exchange_unavailable' });
  for (const error of [new TypeError('the-secret'), coded]) {
    await expect(inSpan('read page', {}, () => Promise.reject(error))).rejects.toBe(error);
  }
  trace.disable();
  const spans = exporter.getFinishedSpans();
  await provider.shutdown();
  const types = spans.map(({ attributes }) => attributes['error.type']);
  expect(types).toEqual(['TypeError', 'exchange_unavailable']);
  const shown = spans.map(({ attributes, events, status }) => [attributes, events, status]);
  expect(JSON.stringify(shown)).not.toContain('the-secret');
});
