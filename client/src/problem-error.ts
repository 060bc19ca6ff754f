import type { WalletSync } from './wallet-sync.ts';

/** What is wrong with one query parameter. */
export interface ParameterError {
  readonly parameter: string;
  readonly code: string;
  readonly message: string;
}

/** The members of a problem document (RFC 9457) that an error carries. */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  readonly requestId: string | null;
}

/** A response that is an error. `code` is for programs, `detail` for people. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** The HTTP status. */
  readonly status: number;
  /**
   * A `ProblemCode`, to which later versions of the service may add; `unexpected_response` if the response
   * is not one of the service.
   */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The parameters that are wrong. */
  readonly errors: readonly ParameterError[];
  /** What the service's log calls the request. */
  readonly requestId: string | null;
  /** The time after which a retry makes sense, in milliseconds; `null` if the response has none. */
  readonly retryAfterMs: number | null;
  /** The state of the wallet's synchronisation, as far as the response reports it. */
  readonly sync: WalletSync;

  constructor(
    status: number,
    problem: Problem,
    extra: { readonly retryAfterMs: number | null; readonly sync: WalletSync },
  ) {
    super(`${status} ${problem.code}: ${problem.detail}`);
    this.status = status;
    this.code = problem.code;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.retryAfterMs = extra.retryAfterMs;
    this.sync = extra.sync;
  }
}
