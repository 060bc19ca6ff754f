/** Sends ended spans to an OTLP receiver, in batches. */
import type { SpanAttributes } from '../domain/tracing.ts';
import { type EndedSpan, writeExport } from './otlp-json.ts';

/** Maximum spans that wait; further ones are dropped. The defaults of OpenTelemetry's batch processor. */
const QUEUE_MAX = 2048;
const BATCH_MAX = 512;
const FLUSH_MS = 5000;
const TIMEOUT_MS = 10_000;
/** Maximum time for the remaining spans when the process stops. */
const CLOSE_MS_MAX = 2000;

/** The settings of a {@link SpanExporter}. */
export interface SpanExporterOptions {
  /** The URL to which batches are posted. */
  readonly url: string;
  /** Headers of each post; they may contain a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of the process. */
  readonly resource: SpanAttributes;
  readonly logger: { warn(fields: object, message: string): void };
}

/** Sends spans every {@link FLUSH_MS}, or earlier if a batch is full. A batch that cannot be sent is dropped. */
export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly #queue: EndedSpan[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #stopped = new AbortController();
  #sending: Promise<void> | undefined;
  #droppedCount = 0;
  #hasWarned = false;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  add(span: EndedSpan): void {
    if (this.#queue.length >= QUEUE_MAX) {
      this.#droppedCount += 1;
      return;
    }
    this.#queue.push(span);
    if (this.#queue.length >= BATCH_MAX) void this.flush();
  }

  /** Resolves when the spans that were added before were sent or dropped. Never rejects. */
  flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Sends the remaining spans, within {@link CLOSE_MS_MAX}, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const timeout = setTimeout(() => this.#stopped.abort(), CLOSE_MS_MAX);
    await this.flush();
    clearTimeout(timeout);
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0 && !this.#stopped.signal.aborted) {
      await this.#send(this.#queue.splice(0, BATCH_MAX));
    }
  }

  async #send(spans: readonly EndedSpan[]): Promise<void> {
    const { url, headers, resource } = this.#options;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: writeExport(resource, spans),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#stopped.signal]),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the receiver returned status ${response.status}`);
      this.#hasWarned = false;
    } catch (error) {
      this.#droppedCount += spans.length;
      this.#warn(error);
    }
  }

  /** Logs the first of several failures. */
  #warn(error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const fields = { reason: reasonOf(error), droppedSpans: this.#droppedCount };
    this.#options.logger.warn(fields, 'traces could not be sent');
  }
}

/** Returns the code of a failed connection, or the message. The message of a failed `fetch` has no reason. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const isCoded = cause instanceof Error && 'code' in cause && typeof cause.code === 'string';
  return isCoded ? (cause.code as string) : message;
}
