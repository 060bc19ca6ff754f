/** Writes log lines to a file descriptor, which may be a pipe, a terminal or a file on a full disk. */
import { write, writeSync } from 'node:fs';

/** Limits of a {@link LogDestination}. */
export interface LogLimits {
  /** Size at which a batch of lines is written. */
  readonly batchBytes: number;
  /** Maximum size of one write, unless a single line is longer. */
  readonly writeBytesMax: number;
  /**
   * Maximum size of the buffer. Further lines are dropped, so that a slow reader does not fill the memory.
   */
  readonly bufferBytesMax: number;
  /** Maximum time before a line is written. */
  readonly flushMs: number;
}

const RETRY_MS = 100;
/** Maximum wait for a slow reader at the end of the process. */
const EXIT_MS_MAX = 500;
const EXIT_PAUSE_MS = 10;
/** Errors of a busy reader: the write is retried. */
const BUSY: ReadonlySet<string | undefined> = new Set(['EAGAIN', 'EBUSY', 'EINTR']);
/** Errors of a closed reader: a pipe without a reader, a closed terminal. */
const GONE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'EBADF', 'ENXIO']);

/**
 * Writes lines in batches and in the background. No error of the descriptor stops the program or prevents its
 * exit: a failed write is retried if it may succeed, and dropped otherwise.
 */
export class LogDestination {
  readonly #descriptor: number;
  readonly #limits: LogLimits;
  #lines: Buffer[] = [];
  #bytes = 0;
  #writing = false;
  #gone = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(descriptor: number, limits: LogLimits) {
    this.#descriptor = descriptor;
    this.#limits = limits;
  }

  /** Adds a line, which ends with a newline. */
  write(text: string): void {
    const line = Buffer.from(text);
    if (this.#gone || this.#bytes + line.length > this.#limits.bufferBytesMax) return;
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes >= this.#limits.batchBytes) this.#flush();
    else this.#flushAfter(this.#limits.flushMs);
  }

  /** Writes the remaining lines when the process exits, within half a second. */
  flushSync(): void {
    const endsAtMs = performance.now() + EXIT_MS_MAX;
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (this.#lines.length > 0 && !this.#gone && performance.now() < endsAtMs) {
      const batch = this.#takeBatch();
      try {
        this.#putBack(batch.subarray(writeSync(this.#descriptor, batch)));
      } catch (error) {
        if (!BUSY.has((error as NodeJS.ErrnoException).code)) return;
        this.#putBack(batch);
        Atomics.wait(pause, 0, 0, EXIT_PAUSE_MS);
      }
    }
  }

  #flushAfter(delayMs: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, delayMs).unref();
  }

  #flush(): void {
    if (this.#writing || this.#lines.length === 0) return;
    this.#writing = true;
    const batch = this.#takeBatch();
    write(this.#descriptor, batch, (error, written) => {
      this.#writing = false;
      if (error === null) this.#putBack(batch.subarray(written));
      else if (GONE.has(error.code)) this.#giveUp();
      else this.#putBack(batch);
      if (this.#bytes >= this.#limits.batchBytes && error === null) this.#flush();
      else if (this.#lines.length > 0) this.#flushAfter(RETRY_MS);
    });
  }

  /** Returns as many whole lines as fit into one write. */
  #takeBatch(): Buffer {
    let count = 0;
    let bytes = 0;
    for (const line of this.#lines) {
      if (count > 0 && bytes + line.length > this.#limits.writeBytesMax) break;
      count += 1;
      bytes += line.length;
    }
    this.#bytes -= bytes;
    return Buffer.concat(this.#lines.splice(0, count));
  }

  #putBack(rest: Buffer): void {
    if (rest.length === 0) return;
    this.#lines.unshift(rest);
    this.#bytes += rest.length;
  }

  #giveUp(): void {
    this.#gone = true;
    this.#lines = [];
    this.#bytes = 0;
  }
}
