import type { WalletSync } from './wallet-sync.ts';

/** An error in one query parameter. */
export interface ParameterError {
  readonly parameter: string;
  readonly code: string;
  readonly message: string;
}

/** The members of a problem document (RFC 9457) that an error contains. */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly ParameterError[];
  readonly requestId: string | null;
}

/** An error response of the service. Programs read `code`, people read `detail`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** The HTTP status. */
  readonly status: number;
  /**
   * A `ProblemCode`; later versions of the service may add codes. `unexpected_response` if the response is
   * not from the service.
   */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The invalid parameters. */
  readonly errors: readonly ParameterError[];
  /** Identifier of the request in the service's log. */
  readonly requestId: string | null;
  /** Time to wait before a retry, in milliseconds; `null` if the response has no `retry-after`. */
  readonly retryAfterMs: number | null;
  /** The state of the wallet's synchronisation; members that the response omits are `null`. */
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
