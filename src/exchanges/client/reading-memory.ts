/**
 * Limits of the memory that responses take. A reading is one call of a method of an account, with all the
 * responses that it requests: a window, the balances, the time.
 */
import { ExchangeError, type HistorySource, WindowOverflowError } from '../exchange.ts';

const MIB = 1024 * 1024;
/** A window whose responses are longer waits for its turn: about 4,000 rows. */
const SMALL_WINDOW_BYTES_MAX = 2 * MIB;
/** A window that can be divided is divided at this length. */
const DIVISIBLE_BYTES_MAX = 8 * MIB;
/** A window that cannot be divided fails at this length: about 120,000 rows. */
const WINDOW_BYTES_MAX = 64 * MIB;
/** Lists of all currencies with their networks have 1 to 3 MB, and should not wait. */
const SMALL_OTHER_BYTES_MAX = 4 * MIB;
/** Any other reading fails at this length. */
const OTHER_BYTES_MAX = 32 * MIB;
/** The bytes of all large readings of this process; at least those of the longest one. */
const LARGE_BYTES_MAX = 128 * MIB;
/** A large reading that takes longer fails, so that slow exchanges do not keep the turns of all others. */
const TURN_MS_MAX = 300_000;

/** The turn of a large reading. */
interface Turn {
  readonly isExpired: () => boolean;
  readonly end: () => void;
}

/**
 * Gives large readings their turn: one of each exchange at a time, so that no exchange has all turns, and
 * of all exchanges as many as have `LARGE_BYTES_MAX` together.
 */
export class LargeReadings {
  readonly #nowMs: () => number;
  readonly #turns = new Map<string, Promise<void>>();
  readonly #waiting: { readonly bytes: number; readonly admit: () => void }[] = [];
  #freeBytes = LARGE_BYTES_MAX;

  /** @param nowMs returns the current time (ms). */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /**
   * Waits for the turn.
   *
   * @param bytes how long the responses may become.
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
    const untilMs = this.#nowMs() + TURN_MS_MAX;
    return {
      isExpired: () => this.#nowMs() > untilMs,
      end: () => {
        this.#freeBytes += bytes;
        this.#admitNext();
        resolve();
      },
    };
  }

  /** Admits readings in the order in which they came. */
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
  /** @param excess what the responses do, such as "exceed 5 bytes". */
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
    this.#bytes = 0;
    this.#limits = limits;
    try {
      return await read();
    } finally {
      this.#limits = undefined;
      const turn = this.#turn;
      this.#turn = undefined;
      // A turn that has not come yet ends as soon as it comes.
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
