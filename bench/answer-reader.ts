const HEAD_END = Buffer.from('\r\n\r\n');

/** Finds the end of each answer of a connection without keeping its body. */
export class AnswerReader {
  readonly #status: number;
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the body that are still to come; unknown while the head is not complete. */
  #missing: number | undefined;

  constructor(status: number) {
    this.#status = status;
  }

  /** Takes what has come; true where it ends an answer. */
  add(chunk: Uint8Array): boolean {
    if (this.#missing === undefined) {
      this.#head =
        this.#head.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#head, chunk]);
      const headEnd = this.#head.indexOf(HEAD_END);
      if (headEnd === -1) return false;
      const bodyBytes = this.#readHead(this.#head.toString('latin1', 0, headEnd));
      this.#missing = headEnd + HEAD_END.length + bodyBytes - this.#head.length;
      this.#head = Buffer.alloc(0);
    } else this.#missing -= chunk.length;
    if (this.#missing > 0) return false;
    this.#missing = undefined;
    return true;
  }

  /** The bytes of the body. */
  #readHead(head: string): number {
    if (!head.startsWith(`HTTP/1.1 ${this.#status} `)) {
      throw new Error(`the server answered ${head.split('\r\n', 1)[0]}`);
    }
    return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  }
}
