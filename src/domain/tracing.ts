/** Spans of traces, as OpenTelemetry defines them: the interfaces, and the context that a caller sends. */

/** A value that a span records. Never a secret, an address or an amount. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The beginning of a span. */
export interface SpanStart {
  readonly name: string;
  /** Whether the span handles a request, sends one, or neither. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
  /** The span of the caller in another process; by default the span in which this one starts. */
  readonly parent?: RemoteParent | undefined;
}

/** A span that has started. */
export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. @param code a code of an error, never its message, which may contain a secret. */
  fail(code: string): void;
  end(): void;
}

/** Starts spans. A process without a tracer records none, and does no work for them. */
export interface Tracer {
  start(options: SpanStart): Span;
  /** Runs the work; spans that it starts are children of this span. */
  run<Result>(span: Span, work: () => Result): Result;
  /** True within the work of a span. */
  readonly isInSpan: boolean;
}

/** The span of a caller in another process. */
export interface RemoteParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** False if the caller does not record the trace; `undefined` if the caller may not decide it. */
  readonly isSampled: boolean | undefined;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED_BIT = 1;

/**
 * Returns the caller's span of a `traceparent` header (W3C Trace Context, section 3.2); `undefined` if the header is
 * missing or invalid.
 *
 * @param isTrusted whether the caller decides if the trace is recorded.
 */
export function parseTraceparent(
  header: string | undefined,
  isTrusted: boolean,
): RemoteParent | undefined {
  const [, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header ?? '') ?? [];
  const hasIds = /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId);
  // Only later versions may have further fields.
  if (!hasIds || (rest !== undefined && header?.startsWith('00'))) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED_BIT) === SAMPLED_BIT;
  return { traceId, spanId, isSampled: isTrusted ? isSampled : undefined };
}

/** Runs the work in a span that ends with it, or without one if there is no tracer. */
export async function inSpan<Result>(
  tracer: Tracer | undefined,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return work(undefined);
  const span = tracer.start(start);
  try {
    return await tracer.run(span, () => work(span));
  } catch (error) {
    span.fail(codeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the code of an error, or the name of its class. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
