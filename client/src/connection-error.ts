/** The service did not respond: it is unreachable, the connection failed, or the attempt timed out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(address: string, cause: unknown) {
    super(`no response from ${address}`, { cause });
  }
}
