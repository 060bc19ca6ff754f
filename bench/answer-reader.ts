const HEAD_END = Buffer.from('\r\n\r\n');

/** Finds the end of each answer of a connection without keeping its body. */
export class AnswerReader {
  readonly #status: number | null;
  /** A head that is not complete. */
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the body that are still to come; unknown while the head is not complete. */
  #missing: number | undefined;

  /** @param status that every answer must have; `null` for any. */
  constructor(status: number | null) {
    this.#status = status;
  }

  /** Takes what has come, which is not kept; true where it ends an answer. */
  add(chunk: Uint8Array): boolean {
    if (this.#missing === undefined) this.#missing = this.#readHead(chunk);
    else this.#missing -= chunk.length;
    if (this.#missing === undefined || this.#missing > 0) return false;
    this.#missing = undefined;
    return true;
  }

  /** The bytes of the body that are still to come. */
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
