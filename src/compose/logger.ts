/** The program's log. */
import type { Logger } from 'pino';

import type { Config } from '../config/read-config.ts';
import { LogDestination, type LogLimits } from './log-destination.ts';

const LOG_LIMITS: LogLimits = {
  // A write for each request would be too expensive.
  batchBytes: 3584,
  // Writes of up to this size into a pipe are atomic (POSIX PIPE_BUF), so lines of two processes never mix.
  writeBytesMax: 4096,
  bufferBytesMax: 8 * 1024 * 1024,
  flushMs: 500,
};

/**
 * Creates the log: JSON lines on standard error, written in batches after at most half a second, and when the
 * process exits. pino's own asynchronous destination is not used, because at exit it retries without limit if
 * the reader has closed the pipe or the disk is full.
 */
export async function createLogger(config: Config): Promise<Logger> {
  const { pino } = await import('pino');
  const destination = new LogDestination(2, LOG_LIMITS);
  process.once('exit', () => destination.flushSync());
  return pino(
    { level: config.logLevel, base: null, serializers: { err: describeError } },
    destination,
  );
}

/** Returns an error for the log without its cause, which may contain a signed URL. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return 'code' in error ? { name, code: error.code, message, stack } : { name, message, stack };
}
