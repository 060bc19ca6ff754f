/**
 * Spans of OpenTelemetry. Without an SDK, which only the operator adds, the API records nothing.
 * docs/operations.md lists the spans.
 */
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const TRACER = trace.getTracer('wallet-teller');

/** Whether a span sends a request to another service. */
export type SpanRole = 'internal' | 'client';

/** The span within which work runs. */
export interface ActiveSpan {
  /** Records facts. Never a secret, an address, an amount or a URL. */
  set(attributes: Attributes): void;
  /** Marks the span as failed. @param code a code of an error, never its message, which may contain a secret. */
  fail(code: string): void;
}

/**
 * Runs the work in a span that ends with it; spans that it starts are children of this span. If the work throws, the
 * span fails with the code of the error, or the name of its class.
 *
 * @param attributes known at the start; never a secret, an address, an amount or a URL.
 */
export async function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: (span: ActiveSpan) => Result | Promise<Result>,
  role: SpanRole = 'internal',
): Promise<Result> {
  const kind = role === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;
  return TRACER.startActiveSpan(name, { attributes, kind }, async (span) => {
    const active = toActiveSpan(span);
    try {
      return await work(active);
    } catch (error) {
      active.fail(codeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

function toActiveSpan(span: Span): ActiveSpan {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    fail: (code) => {
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

/** Returns the code of an error, or the name of its class. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
