/**
 * Limits of the memory of responses. A reading is one call of a method of an account, with all the responses
 * that it requests: a window, the balances, the time.
 */
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';

const MIB = 1024 * 1024;
/** Maximum bytes of a window that needs no turn: about 4,000 rows. */
const SMALL_WINDOW_BYTES_MAX = 2 * MIB;
/** Maximum bytes of a window that can be divided; a longer one is divided. */
const DIVISIBLE_BYTES_MAX = 8 * MIB;
/** Maximum bytes of a window that cannot be divided: about 120,000 rows. A longer one fails. */
const WINDOW_BYTES_MAX = 64 * MIB;
/**
 * Maximum bytes of another reading that needs no turn: lists of all currencies with their networks have 1 to
 * 3 MB.
 */
const SMALL_OTHER_BYTES_MAX = 4 * MIB;
/** Maximum bytes of any other reading; a longer one fails. */
const OTHER_BYTES_MAX = 32 * MIB;
/** Maximum bytes of all readings with a turn in this process; not less than the maximum of one reading. */
const LARGE_BYTES_MAX = 128 * MIB;
/** Maximum duration of a turn, so that slow exchanges do not block all others; a longer reading fails. */
const TURN_MS_MAX = 300_000;

/** The turn of a large reading. */
interface Turn {
  readonly isExpired: () => boolean;
  readonly end: () => void;
}

/**
 * Gives turns to large readings: one at a time to each exchange, so that no exchange has all turns, and at
 * most `LARGE_BYTES_MAX` to all exchanges together.
 */
export class LargeReadings {
  readonly #elapsedMs: () => number;
  readonly #turns = new Map<string, Promise<void>>();
  readonly #waiting: { readonly bytes: number; readonly admit: () => void }[] = [];
  #freeBytes = LARGE_BYTES_MAX;

  /** @param elapsedMs returns the time of a monotonic clock (ms). */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /**
   * Waits for the turn.
   *
   * @param bytes the maximum length of the responses.
   */
  async enter(exchange: string, bytes: number): Promise<Turn> {
    const before = this.#turns.get(exchange);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    this.#turns.set(exchange, end);
    await before;
    const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, admit });
    this.#admitNext();
    await admitted;
    const untilMs = this.#elapsedMs() + TURN_MS_MAX;
    return {
      isExpired: () => this.#elapsedMs() > untilMs,
      end: () => {
        this.#freeBytes += bytes;
        this.#admitNext();
        resolve();
      },
    };
  }

  /** Starts the turns of waiting readings in their order. */
  #admitNext(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (first.bytes > this.#freeBytes) return;
      this.#freeBytes -= first.bytes;
      this.#waiting.shift();
      first.admit();
    }
  }
}

/** The limits of one reading. */
interface ReadingLimits {
  /** A reading with more bytes waits for its turn. */
  readonly smallBytesMax: number;
  readonly bytesMax: number;
  /** @param excess the verb and its object in the message, such as "exceed 5 bytes". */
  readonly makeError: (excess: string) => Error;
}

/** Counts the bytes of the responses that one account receives for a reading. */
export class ReadingMemory {
  readonly #large: LargeReadings;
  readonly #exchange: string;
  #bytes = 0;
  #limits: ReadingLimits | undefined;
  #turn: Promise<Turn> | undefined;

  constructor(large: LargeReadings, exchange: string) {
    this.#large = large;
    this.#exchange = exchange;
  }

  /**
   * Reads a window within the limits; an account has one reading at a time.
   *
   * @throws {WindowOverflowError} and {ExchangeError} if the window has too many bytes, or takes too long
   *   after its turn has begun.
   */
  async readWindow<Reading>(
    { name, windowMsMin }: HistorySource,
    lengthMs: number,
    read: () => Promise<Reading>,
  ): Promise<Reading> {
    const isDivisible = lengthMs > windowMsMin;
    const bytesMax = isDivisible ? DIVISIBLE_BYTES_MAX : WINDOW_BYTES_MAX;
    const makeError = (excess: string): Error =>
      isDivisible ? new WindowOverflowError(name) : refuseResponses(name, excess);
    return this.#read({ smallBytesMax: SMALL_WINDOW_BYTES_MAX, bytesMax, makeError }, read);
  }

  /**
   * Reads anything else within the limits.
   *
   * @throws {ExchangeError} if it has too many bytes, or takes too long after its turn has begun.
   */
  async readOther<Reading>(name: string, read: () => Promise<Reading>): Promise<Reading> {
    const bytesMax = OTHER_BYTES_MAX;
    const makeError = (excess: string): Error => refuseResponses(name, excess);
    return this.#read({ smallBytesMax: SMALL_OTHER_BYTES_MAX, bytesMax, makeError }, read);
  }

  async #read<Reading>(limits: ReadingLimits, read: () => Promise<Reading>): Promise<Reading> {
    // `readBalances` of some accounts calls `checkBalances`, whose bytes are part of the balances.
    if (this.#limits !== undefined) return read();
    this.#bytes = 0;
    this.#limits = limits;
    try {
      return await read();
    } finally {
      this.#limits = undefined;
      const turn = this.#turn;
      this.#turn = undefined;
      // A turn that has not begun yet ends as soon as it begins.
      void turn?.then(({ end }) => end());
    }
  }

  /**
   * Counts bytes of a response as they arrive. Resolves when further bytes may be read; outside of a
   * reading, immediately.
   *
   * @throws {WindowOverflowError} and {ExchangeError} if the reading has too many bytes or takes too long.
   */
  async add(bytes: number): Promise<void> {
    if (this.#limits === undefined) return;
    const { smallBytesMax, bytesMax, makeError } = this.#limits;
    this.#bytes += bytes;
    if (this.#bytes > bytesMax) throw makeError(`exceed ${bytesMax} bytes`);
    if (this.#bytes <= smallBytesMax) return;
    this.#turn ??= this.#large.enter(this.#exchange, bytesMax);
    const { isExpired } = await this.#turn;
    if (isExpired()) throw makeError(`take longer than ${TURN_MS_MAX / 1000} seconds`);
  }
}

function refuseResponses(name: string, excess: string): ExchangeError {
  return new ExchangeError('exchange_unavailable', `${name}: the responses ${excess}`);
}
