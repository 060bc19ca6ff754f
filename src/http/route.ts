import type { Answer } from './answer/route-answer.ts';
import type { RequestContext } from './request/context.ts';

/** A path of the service. It answers GET and HEAD; the app refuses all other methods. */
export interface Route {
  readonly path: string;
  /** Its name in logs and metrics; by default its path. */
  readonly label?: string;
  /** @throws an error that `toProblem` turns into a problem. */
  readonly answer: (context: RequestContext) => Answer | Promise<Answer>;
}

/** The value of `allow` on every path. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';
