const HEAD_END = Buffer.from('\r\n\r\n');

/** Finds the end of each response of a connection, without storing its body. */
export class AnswerReader {
  readonly #status: number | null;
  /** An incomplete response head. */
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the body that have not arrived; `undefined` while the head is incomplete. */
  #missing: number | undefined;

  /** @param status the expected status of every response; `null` for any. */
  constructor(status: number | null) {
    this.#status = status;
  }

  /** Reads received bytes. Returns true if they end a response. */
  add(chunk: Uint8Array): boolean {
    if (this.#missing === undefined) this.#missing = this.#readHead(chunk);
    else this.#missing -= chunk.length;
    if (this.#missing === undefined || this.#missing > 0) return false;
    this.#missing = undefined;
    return true;
  }

  /** Returns the bytes of the body that have not arrived. */
  #readHead(chunk: Uint8Array): number | undefined {
    const received =
      this.#head.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
        : Buffer.concat([this.#head, chunk]);
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd === -1) {
      this.#head = Buffer.from(received);
      return undefined;
    }
    this.#head = Buffer.alloc(0);
    const head = received.toString('latin1', 0, headEnd);
    if (this.#status !== null && !head.startsWith(`HTTP/1.1 ${this.#status} `)) {
      throw new Error(`the server answered ${head.split('\r\n', 1)[0]}`);
    }
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    return headEnd + HEAD_END.length + length - received.length;
  }
}
