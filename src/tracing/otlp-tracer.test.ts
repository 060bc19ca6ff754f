import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { inSpan, type SpanStart } from '../domain/tracing.ts';
import type { EndedSpan } from './otlp-json.ts';
import { OtlpTracer } from './otlp-tracer.ts';

const start = (name: string): SpanStart => ({ name, kind: 'internal' });

function createTracer(sampleRatio: number): { tracer: OtlpTracer; spans: EndedSpan[] } {
  const spans: EndedSpan[] = [];
  const record = (span: EndedSpan): void => void spans.push(span);
  return { spans, tracer: new OtlpTracer({ record, sampleRatio, nowMs: () => 1, randomBytes }) };
}

it('makes spans children of the span in which they start, also of concurrent ones', async () => {
  const { tracer, spans } = createTracer(1);
  const run = (name: string) =>
    inSpan(tracer, start(name), async () => {
      await setImmediate();
      await inSpan(tracer, start(`${name} child`), async () => setImmediate());
    });
  await Promise.all([run('a'), run('b')]);
  expect(spans).toHaveLength(4);
  for (const name of ['a', 'b']) {
    const parent = spans.find((span) => span.name === name)!;
    const child = spans.find((span) => span.name === `${name} child`)!;
    expect(parent.parentSpanId).toBeUndefined();
    expect([child.traceId, child.parentSpanId]).toEqual([parent.traceId, parent.spanId]);
  }
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(4);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
});

it('records the code of an error, and not its message', async () => {
  const { tracer, spans } = createTracer(1);
  const error = Object.assign(new Error('secret'), { code: 'exchange_unavailable' });
  await expect(inSpan(tracer, start('a'), () => Promise.reject(error))).rejects.toBe(error);
  expect(spans).toMatchObject([{ errorCode: 'exchange_unavailable' }]);
  expect(JSON.stringify(spans)).not.toContain('secret');
});

it('records the part of the traces that the ratio says, each with all its spans', async () => {
  const { tracer, spans } = createTracer(0.25);
  for (let count = 0; count < 1000; count += 1) {
    await inSpan(tracer, start('a'), () => inSpan(tracer, start('b'), async () => undefined));
  }
  const traces = new Set(spans.map(({ traceId }) => traceId));
  expect(spans).toHaveLength(2 * traces.size);
  // Ten standard deviations around 250.
  expect(traces.size).toBeGreaterThan(113);
  expect(traces.size).toBeLessThan(387);
});

it.each([
  [0, 0],
  [0.5, 0.5],
  [1, 1],
])('with the ratio %d decides if the caller may not', async (ratio, part) => {
  const { tracer, spans } = createTracer(ratio);
  // By its end, this trace would be recorded with any ratio but 0.
  const parent = { traceId: `1${'0'.repeat(31)}`, spanId: '2'.repeat(16), isSampled: undefined };
  for (let count = 0; count < 400; count += 1) {
    await inSpan(tracer, { ...start('a'), parent }, async () => undefined);
  }
  // Ten standard deviations.
  expect(Math.abs(spans.length - 400 * part)).toBeLessThanOrEqual(ratio === 0.5 ? 100 : 0);
  expect(spans.every(({ traceId }) => traceId === parent.traceId)).toBe(true);
});

it.each([
  [0, true, 1],
  [1, false, 0],
])('with the ratio %d follows a caller that records: %s', async (ratio, isSampled, count) => {
  const { tracer, spans } = createTracer(ratio);
  const parent = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), isSampled };
  await inSpan(tracer, { ...start('a'), parent }, async () => undefined);
  expect(spans).toHaveLength(count);
});
