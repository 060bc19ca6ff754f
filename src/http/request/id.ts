const SANE_REQUEST_ID = /^[A-Za-z0-9._~:-]{1,128}$/;
/** An API key that was sent under the wrong name must not come into the log. */
const LIKE_API_KEY = /key_/i;

/**
 * The caller's `x-request-id` where it is sane (printable, bounded, not repeated, nothing like an
 * API key), else a new one.
 */
export function chooseRequestId(inbound: string | undefined, randomId: () => string): string {
  if (inbound === undefined || !SANE_REQUEST_ID.test(inbound)) return randomId();
  return LIKE_API_KEY.test(inbound) ? randomId() : inbound;
}
