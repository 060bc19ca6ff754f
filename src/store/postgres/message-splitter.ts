import { ScratchMemory } from '../../domain/scratch-memory.ts';

/** A message has a type, a length that does not count the type, and a content (PostgreSQL protocol 3.0). */
export const HEADER_BYTES = 5;
const TYPE_BYTES = 1;
const DATA_ROW = 0x44; // D
const ROW_DESCRIPTION = 0x54; // T
/** A description without columns. */
const EMPTY_DESCRIPTION_BYTES = HEADER_BYTES + 2;
/** Bytes of the format at the end of the description of a column. */
const FORMAT_BYTES = 2;
const BINARY_FORMAT = 1;
const CAPACITY_MIN = 256 * 1024;
const NOTHING = Buffer.alloc(0);

/** Memory of rows. The reader of the rows keeps it for other rows (`ByteRows.release`). */
export const rowMemory = new ScratchMemory();

/** Receivers of the two parts of a server's bytes. The bytes belong to the receiver. */
export interface SplitHandlers {
  /** Receives rows in binary format, one message after the other. More bytes follow in their memory. */
  readonly onRows: (rows: Buffer) => void;
  /** Receives all other messages, also in parts. */
  readonly onMessages: (bytes: Buffer) => void;
}

/** Splits the bytes of a server into rows in binary format and all other messages. */
export class MessageSplitter {
  readonly #handlers: SplitHandlers;
  /** The start of a message, if more of it is needed. */
  #partial: Buffer = NOTHING;
  /** Number of missing bytes of the last message. */
  #missing = 0;
  /** True if the rows of the current result are in binary format. */
  #isBinary = false;
  #isReadingRows = false;
  /** Rows of a result that is not complete. */
  #rows: Buffer = NOTHING;
  /** The end of the last complete row. */
  #rowsEnd = 0;

  constructor(handlers: SplitHandlers) {
    this.#handlers = handlers;
  }

  /** Handles the next bytes that the server has sent. Their memory may be used again afterwards. */
  read(chunk: Buffer): void {
    let bytes = chunk;
    while (bytes.length > 0) {
      bytes = this.#isReadingRows ? this.#readRows(bytes) : this.#readMessages(bytes);
    }
  }

  /** Reads messages up to the next rows, and returns the bytes from these rows on. */
  #readMessages(chunk: Buffer): Buffer {
    const bytes = this.#partial.length === 0 ? chunk : Buffer.concat([this.#partial, chunk]);
    let end = this.#missing;
    while (end + HEADER_BYTES <= bytes.length && !this.#isRowAt(bytes, end)) {
      const next = nextMessage(bytes, end);
      if (bytes[end] === ROW_DESCRIPTION) {
        if (next > bytes.length) break;
        this.#isBinary = describesBinary(bytes, end, next);
      }
      end = next;
    }
    const read = bytes.subarray(0, end);
    const left = bytes.subarray(end);
    this.#missing = end - read.length;
    this.#isReadingRows = this.#isRowAt(left, 0);
    this.#partial = this.#isReadingRows ? NOTHING : Buffer.from(left);
    if (read.length > 0) this.#handlers.onMessages(Buffer.from(read));
    return this.#isReadingRows ? left : NOTHING;
  }

  #isRowAt(bytes: Buffer, at: number): boolean {
    return this.#isBinary && bytes[at] === DATA_ROW;
  }

  /** Reads rows, and returns the bytes after the last one. */
  #readRows(chunk: Buffer): Buffer {
    const bytes = this.#rows.length === 0 ? chunk : this.#append(chunk);
    let end = this.#rowsEnd;
    while (end + HEADER_BYTES <= bytes.length && bytes[end] === DATA_ROW) {
      const next = nextMessage(bytes, end);
      if (next > bytes.length) break;
      end = next;
    }
    if (end + HEADER_BYTES > bytes.length || bytes[end] === DATA_ROW) {
      if (bytes === chunk) this.#append(chunk);
      this.#rowsEnd = end;
      return NOTHING;
    }
    this.#isReadingRows = false;
    this.#rows = NOTHING;
    this.#rowsEnd = 0;
    const left = Buffer.from(bytes.subarray(end));
    const own = bytes === chunk ? Buffer.from(bytes.subarray(0, end + HEADER_BYTES)) : bytes;
    this.#handlers.onRows(own.subarray(0, end));
    return left;
  }

  /** Returns the rows so far with another chunk. */
  #append(chunk: Buffer): Buffer {
    const rows = this.#rows;
    const length = rows.length + chunk.length;
    const isFull = rows.length === 0 || rows.buffer.byteLength < length;
    const memory = isFull ? rowMemory.take(Math.max(CAPACITY_MIN, length * 2)) : rows.buffer;
    this.#rows = Buffer.from(memory, 0, length);
    if (isFull) rows.copy(this.#rows);
    chunk.copy(this.#rows, rows.length);
    return this.#rows;
  }
}

function nextMessage(bytes: Buffer, at: number): number {
  return at + TYPE_BYTES + bytes.readUInt32BE(at + TYPE_BYTES);
}

/** Returns true if a result is in binary format. All columns of a result have the same format. */
function describesBinary(bytes: Buffer, at: number, next: number): boolean {
  return (
    next > at + EMPTY_DESCRIPTION_BYTES && bytes.readInt16BE(next - FORMAT_BYTES) === BINARY_FORMAT
  );
}
