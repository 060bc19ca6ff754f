import { MINUTE_MS } from '../../src/domain/duration.ts';
import { BinanceError } from './errors.ts';

const IGNORED_MAX = 5;
const BAN_MS = 120_000;
const USERS_MAX = 10_000;

/** The weight of a request and the budget that it uses. */
export interface Weight {
  /** `spot`: /api/v3, one budget; `ip` and `uid`: /sapi, a budget for each endpoint. */
  readonly budget: 'spot' | 'ip' | 'uid';
  readonly weight: number;
}

/** Maximum weight of each budget per minute. Source: Binance Spot and Wallet API, "Limits". */
const WEIGHT_LIMITS = { spot: 6_000, ip: 12_000, uid: 180_000 } as const;

const USED_HEADERS = {
  spot: 'x-mbx-used-weight-1m',
  ip: 'x-sapi-used-ip-weight-1m',
  uid: 'x-sapi-used-uid-weight-1m',
} as const;

/** Counts the used weight per minute. Refuses requests with 429, and with 418 if they continue. */
export class WeightMeter {
  readonly #now: () => number;
  #minute = Number.NaN;
  #used = new Map<string, number>();
  #ignored = 0;
  #bannedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Adds the weight of a request, and returns the headers with the used weight. Throws 429 (-1003) with
   * retry-after above the limit, and 418 with retry-after while the address is banned.
   */
  charge(weight: Weight, path: string, userKey: string): Record<string, string> {
    const nowMs = this.#now();
    this.#turnMinute(nowMs);
    if (nowMs < this.#bannedUntilMs) throw this.#banned(nowMs);
    const account = accountOf(weight, path, userKey);
    const used = (this.#used.get(account) ?? 0) + weight.weight;
    if (this.#used.size < USERS_MAX) this.#used.set(account, used);
    const headers = { [USED_HEADERS[weight.budget]]: String(used) };
    if (used > WEIGHT_LIMITS[weight.budget]) throw this.#refuse(nowMs, headers);
    return headers;
  }

  #turnMinute(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#used = new Map();
    this.#ignored = 0;
  }

  #refuse(nowMs: number, headers: Record<string, string>): BinanceError {
    this.#ignored += 1;
    if (this.#ignored > IGNORED_MAX) {
      this.#bannedUntilMs = nowMs + BAN_MS;
      return this.#banned(nowMs);
    }
    const restMs = MINUTE_MS - (nowMs % MINUTE_MS);
    const message = 'Too much request weight used; please use WebSocket Streams for live updates.';
    return new BinanceError(429, -1003, message, {
      ...headers,
      'retry-after': String(Math.ceil(restMs / 1_000)),
    });
  }

  #banned(nowMs: number): BinanceError {
    const message = `Way too much request weight used; IP banned until ${this.#bannedUntilMs}.`;
    const retryAfter = String(Math.ceil((this.#bannedUntilMs - nowMs) / 1_000));
    return new BinanceError(418, -1003, message, { 'retry-after': retryAfter });
  }
}

function accountOf(weight: Weight, path: string, userKey: string): string {
  if (weight.budget === 'spot') return 'spot';
  return weight.budget === 'ip' ? `ip ${path}` : `uid ${path} ${userKey}`;
}
