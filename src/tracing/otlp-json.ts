/** Writes spans in the JSON of OTLP 1.x (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
import type { SpanAttributes, SpanStart } from '../domain/tracing.ts';

/** A span that has ended. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanStart['kind'];
  /** Unix time in milliseconds, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: SpanAttributes;
  /** The code of the error if the span failed. */
  readonly errorCode: string | undefined;
}

/** `SpanKind` of `trace.proto`. */
const KINDS = { internal: 1, server: 2, client: 3 } as const;
/** `STATUS_CODE_ERROR` of `trace.proto`. */
const STATUS_ERROR = 2;
const SCOPE = { name: 'wallet-teller' };

/** Returns the body of an export. @param resource attributes of the process. */
export function writeExport(resource: SpanAttributes, spans: readonly EndedSpan[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: writeAttributes(resource) },
        scopeSpans: [{ scope: SCOPE, spans: spans.map(writeSpan) }],
      },
    ],
  });
}

function writeSpan({ kind, startMs, endMs, attributes, errorCode, ...span }: EndedSpan): object {
  const error = errorCode === undefined ? {} : { 'error.type': errorCode };
  return {
    ...span,
    kind: KINDS[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: writeAttributes({ ...attributes, ...error }),
    ...(errorCode !== undefined && { status: { code: STATUS_ERROR } }),
  };
}

/** Returns nanoseconds as decimal text, as ProtoJSON writes 64 bits. The clock has microseconds. */
function toNanoseconds(timeMs: number): string {
  return `${Math.round(timeMs * 1000)}000`;
}

function writeAttributes(attributes: SpanAttributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: writeValue(value) }],
  );
}

function writeValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
