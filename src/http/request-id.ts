const SANE_REQUEST_ID = /^[A-Za-z0-9._~:-]{1,128}$/;

/** The caller's `x-request-id` where it is sane (printable, bounded), else a new one. */
export function chooseRequestId(
  inbound: string | readonly string[] | undefined,
  randomId: () => string,
): string {
  return typeof inbound === 'string' && SANE_REQUEST_ID.test(inbound) ? inbound : randomId();
}
