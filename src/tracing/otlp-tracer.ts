/** A tracer that sends its spans by OTLP. */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { RandomBytes } from '../domain/id.ts';
import type { Span, SpanAttributes, SpanStart, Tracer } from '../domain/tracing.ts';
import type { EndedSpan } from './otlp-json.ts';

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
/** Hexadecimal digits of a trace id that decide whether it is recorded, and the number of their values. */
const RATIO_DIGITS = 13;
const RATIO_VALUES = 16 ** RATIO_DIGITS;

/** The dependencies and settings of an {@link OtlpTracer}. */
export interface OtlpTracerOptions {
  /** Receives each recorded span at its end. */
  readonly record: (span: EndedSpan) => void;
  /** The part of the traces that are recorded, 0 to 1. A trace whose caller has decided follows its caller. */
  readonly sampleRatio: number;
  /** Unix time in milliseconds, with fractions. */
  readonly nowMs: () => number;
  readonly randomBytes: RandomBytes;
}

/** Starts spans, each a child of the span in which it starts. */
export class OtlpTracer implements Tracer {
  readonly #options: OtlpTracerOptions;
  readonly #current = new AsyncLocalStorage<OtlpSpan>();

  constructor(options: OtlpTracerOptions) {
    this.#options = options;
  }

  get isInSpan(): boolean {
    return this.#current.getStore() !== undefined;
  }

  start(options: SpanStart): Span {
    const parent = options.parent ?? this.#current.getStore();
    const traceId = parent?.traceId ?? this.#randomHex(TRACE_ID_BYTES);
    return new OtlpSpan(options, this.#options, {
      traceId,
      spanId: this.#randomHex(SPAN_ID_BYTES),
      parentSpanId: parent?.spanId,
      // A caller that may not decide could choose the id of a trace that is recorded.
      isSampled:
        parent === undefined
          ? this.#samples(traceId)
          : (parent.isSampled ?? this.#samples(this.#randomHex(TRACE_ID_BYTES))),
    });
  }

  run<Result>(span: Span, work: () => Result): Result {
    return this.#current.run(span as OtlpSpan, work);
  }

  /** Decides by the end of the id, as all services of a trace do that have the same ratio. */
  #samples(traceId: string): boolean {
    const value = Number.parseInt(traceId.slice(-RATIO_DIGITS), 16);
    return value < this.#options.sampleRatio * RATIO_VALUES;
  }

  #randomHex(length: number): string {
    return Buffer.from(this.#options.randomBytes(length)).toString('hex');
  }
}

/** The ids of a span. */
interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly isSampled: boolean;
}

class OtlpSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly #parentSpanId: string | undefined;
  readonly #options: OtlpTracerOptions;
  readonly #kind: SpanStart['kind'];
  readonly #startMs: number;
  readonly #attributes: Record<string, SpanAttributes[string]>;
  #name: string;
  #errorCode: string | undefined;

  constructor(start: SpanStart, options: OtlpTracerOptions, ids: SpanIds) {
    this.traceId = ids.traceId;
    this.spanId = ids.spanId;
    this.isSampled = ids.isSampled;
    this.#parentSpanId = ids.parentSpanId;
    this.#options = options;
    this.#name = start.name;
    this.#kind = start.kind;
    this.#attributes = { ...start.attributes };
    this.#startMs = options.nowMs();
  }

  rename(name: string): void {
    this.#name = name;
  }

  set(attributes: SpanAttributes): void {
    Object.assign(this.#attributes, attributes);
  }

  fail(code: string): void {
    this.#errorCode = code;
  }

  end(): void {
    if (!this.isSampled) return;
    const { record, nowMs } = this.#options;
    record({
      traceId: this.traceId,
      spanId: this.spanId,
      parentSpanId: this.#parentSpanId,
      name: this.#name,
      kind: this.#kind,
      startMs: this.#startMs,
      endMs: nowMs(),
      attributes: this.#attributes,
      errorCode: this.#errorCode,
    });
  }
}
