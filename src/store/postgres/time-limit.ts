import { StoreUnavailableError } from '../errors.ts';

/** Throws once the time is over; asked before each step that would take more of it. */
export type CheckTime = () => void;

/**
 * The result of work that has several steps, each with a bound of its own, within one bound for all
 * of them. Work that is given up ends with the step that it is at, and keeps its connection so long.
 *
 * @throws {StoreUnavailableError} where it takes longer.
 */
export async function limitTime<Result>(
  timeMs: number,
  work: (checkTime: CheckTime) => Promise<Result>,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let error: Error | undefined;
  const timer = setTimeout(() => {
    error = new StoreUnavailableError('the database does not answer in time');
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
