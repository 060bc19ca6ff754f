/** Creates the tracer if an endpoint of OpenTelemetry is configured. Otherwise no code of it is loaded. */
import { randomBytes } from 'node:crypto';

import type { Config } from '../config/read-config.ts';
import type { Tracer } from '../domain/tracing.ts';
import type { SpanExporterOptions } from '../tracing/span-exporter.ts';

/** The tracer of a process. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** Creates the tracer; `undefined` if no endpoint is configured. */
export async function startTracing(
  { tracing }: Config,
  logger: SpanExporterOptions['logger'],
): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const [{ OtlpTracer }, { SpanExporter }] = await Promise.all([
    import('../tracing/otlp-tracer.ts'),
    import('../tracing/span-exporter.ts'),
  ]);
  const resource = { 'service.name': tracing.serviceName, 'process.pid': process.pid };
  const exporter = new SpanExporter({ ...tracing, resource, logger });
  const tracer = new OtlpTracer({
    record: (span) => exporter.add(span),
    sampleRatio: tracing.sampleRatio,
    nowMs: () => performance.timeOrigin + performance.now(),
    randomBytes,
  });
  return { tracer, close: () => exporter.close() };
}

/** Returns the store; each call within a span that returns a promise has a span of its own. */
export function traceStore<Store extends object>(store: Store, tracer: Tracer): Store {
  const traced = new Map<string | symbol, unknown>();
  return new Proxy(store, {
    get: (target, name) => {
      const known = traced.get(name);
      if (known !== undefined) return known;
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const call = traceCalls(tracer, String(name), member.bind(target) as Call);
      traced.set(name, call);
      return call;
    },
  });
}

type Call = (...args: readonly unknown[]) => unknown;

function traceCalls(tracer: Tracer, name: string, call: Call): Call {
  return (...args) => {
    if (!tracer.isInSpan) return call(...args);
    const span = tracer.start({ name: `store ${name}`, kind: 'internal' });
    const result = tracer.run(span, () => call(...args));
    // A call that returns immediately reads memory; it is not worth a span.
    if (!(result instanceof Promise)) return result;
    return result.then(
      (value: unknown) => {
        span.end();
        return value;
      },
      (error: unknown) => {
        span.fail((error as Error).name);
        span.end();
        throw error;
      },
    );
  };
}
