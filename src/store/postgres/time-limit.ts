import { StoreUnavailableError } from '../errors.ts';
import { NO_RESPONSE } from './postgres-error.ts';

/** Throws after the time limit; called before each step. */
export type CheckTime = () => void;

/**
 * Limits the total time of work that has several steps, each with its own limit, and returns its result.
 * After the limit, the current step ends in the background and holds its connection until then.
 *
 * @throws {StoreUnavailableError} if the work takes longer.
 */
export async function limitTime<Result>(
  timeMs: number,
  work: (checkTime: CheckTime) => Promise<Result>,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let error: Error | undefined;
  const timer = setTimeout(() => {
    error = new StoreUnavailableError(NO_RESPONSE);
    reject(error);
  }, timeMs);
  const checkTime = (): void => {
    if (error !== undefined) throw error;
  };
  try {
    return await Promise.race([work(checkTime), late]);
  } finally {
    clearTimeout(timer);
  }
}
