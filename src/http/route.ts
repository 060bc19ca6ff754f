import type { Answer } from './answer/answer.ts';
import type { RequestContext } from './request/context.ts';

/** A path of the service. GET and HEAD are answered, everything else is the app's to refuse. */
export interface Route {
  readonly path: string;
  /** What logs and metrics call it; its path if absent. */
  readonly label?: string;
  /** @throws an error that `toProblem` turns into an answer. */
  readonly answer: (context: RequestContext) => Answer | Promise<Answer>;
}

/** The value of `allow` on every path. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';
