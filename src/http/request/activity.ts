/** Counts the requests that the service is handling. */
export class RequestActivity {
  /** Total requests that have begun. */
  begun = 0;
  /** Requests without a written response. */
  working = 0;
  /** Requests without a completely sent response; the caller may read slowly. */
  inFlight = 0;
  /** True once the service is closing. */
  closing = false;

  /** Counts a new request. */
  begin(): void {
    this.begun += 1;
    this.working += 1;
    this.inFlight += 1;
  }
}
