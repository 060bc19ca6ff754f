/** The requests that the service is handling. */
export class RequestActivity {
  /** Requests that have begun, in total. */
  begun = 0;
  /** Requests whose response is not written yet. */
  working = 0;
  /** Requests whose response is not sent yet: the caller may read slowly. */
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
