/** Limits of the memory that the responses for one window take. */
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';

const MIB = 1024 * 1024;
/** A window whose responses are longer waits for its turn: about 4,000 rows. */
const SMALL_BYTES_MAX = 2 * MIB;
/** A window that can be divided is divided at this length. */
const DIVISIBLE_BYTES_MAX = 8 * MIB;
/** A window that cannot be divided fails at this length: about 120,000 rows. */
const WINDOW_BYTES_MAX = 64 * MIB;

/** Lets only one large window of each exchange be read at a time. */
export class LargeWindows {
  #turn: Promise<void> = Promise.resolve();

  /** Waits for the turn. Resolves to the function that ends it. */
  async enter(): Promise<() => void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    return resolve;
  }
}

/** Counts the bytes of the responses that one account receives for a window. */
export class WindowMemory {
  readonly #large: LargeWindows;
  #bytes = 0;
  #bytesMax = Infinity;
  #makeError: (() => Error) | undefined;
  #turn: Promise<() => void> | undefined;

  constructor(large: LargeWindows) {
    this.#large = large;
  }

  /** Reads a window within the limits; an account reads one window at a time. */
  async read<Reading>(
    source: HistorySource,
    lengthMs: number,
    read: () => Promise<Reading>,
  ): Promise<Reading> {
    const isDivisible = lengthMs > source.windowMsMin;
    this.#bytes = 0;
    this.#bytesMax = isDivisible ? DIVISIBLE_BYTES_MAX : WINDOW_BYTES_MAX;
    this.#makeError = () =>
      isDivisible ? new WindowOverflowError(source.name) : tooManyBytes(source.name);
    try {
      return await read();
    } finally {
      this.#makeError = undefined;
      const turn = this.#turn;
      this.#turn = undefined;
      // A turn that has not come yet ends as soon as it comes.
      void turn?.then((leave) => leave());
    }
  }

  /**
   * Counts bytes of a response as they arrive. Resolves when further bytes may be read; outside of a
   * window, immediately.
   *
   * @throws {WindowOverflowError} and {ExchangeError} if the window has too many bytes.
   */
  async add(bytes: number): Promise<void> {
    if (this.#makeError === undefined) return;
    this.#bytes += bytes;
    if (this.#bytes > this.#bytesMax) throw this.#makeError();
    if (this.#bytes <= SMALL_BYTES_MAX) return;
    this.#turn ??= this.#large.enter();
    await this.#turn;
  }
}

function tooManyBytes(source: string): ExchangeError {
  return new ExchangeError(
    'exchange_unavailable',
    `${source}: the responses for one window exceed ${WINDOW_BYTES_MAX} bytes`,
  );
}
