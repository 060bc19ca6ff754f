/** The service did not answer: it cannot be reached, the connection broke, or the time was over. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(address: string, cause: unknown) {
    super(`no answer from ${address}`, { cause });
  }
}
