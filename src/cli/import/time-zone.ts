/** Converts local times of a time zone. */
import { LRUCache } from 'lru-cache';

import { DAY_MS, SECOND_MS } from '../../domain/duration.ts';
import { UsageError } from '../failure.ts';

const ZONE_LENGTH_MAX = 64;
const CACHED_DAYS_MAX = 10_000;

/**
 * The instants (Unix ms) at which the clocks of a zone show a local time: none when the clocks go forward, two
 * when they go back.
 */
export type LocalInstants = readonly number[];

/** A time zone of the IANA database, or an offset. */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  /** The offset of days without a change of the clocks around them. */
  readonly #offsetOfDay = new LRUCache<number, number | 'changes'>({ max: CACHED_DAYS_MAX });

  /** @throws {UsageError} if there is no such zone. */
  constructor(name: string) {
    this.name = name;
    this.#format = openFormat(name);
  }

  /** @param localMs the local time, as Unix time of the same date and clock time in UTC. */
  listInstants(localMs: number): LocalInstants {
    const offsetMs = this.#offsetAround(Math.floor(localMs / DAY_MS));
    if (offsetMs !== 'changes') return [localMs - offsetMs];
    const candidates = [localMs - DAY_MS, localMs + DAY_MS].map((at) => this.#offsetAt(at));
    return [...new Set(candidates)]
      .map((candidateMs) => ({ candidateMs, instantMs: localMs - candidateMs }))
      .filter(({ candidateMs, instantMs }) => this.#offsetAt(instantMs) === candidateMs)
      .map(({ instantMs }) => instantMs);
  }

  /** Returns the offset of a local day, or that the clocks change within a day of it. */
  #offsetAround(day: number): number | 'changes' {
    const known = this.#offsetOfDay.get(day);
    if (known !== undefined) return known;
    const before = this.#offsetAt((day - 1) * DAY_MS);
    const offset = before === this.#offsetAt((day + 2) * DAY_MS) ? before : 'changes';
    this.#offsetOfDay.set(day, offset);
    return offset;
  }

  /** Returns local time minus UTC, in milliseconds. */
  #offsetAt(instantMs: number): number {
    const parts = this.#format.formatToParts(instantMs);
    const numberOf = (type: Intl.DateTimeFormatPartTypes): number =>
      Number(parts.find((part) => part.type === type)?.value);
    const localMs = Date.UTC(
      numberOf('year'),
      numberOf('month') - 1,
      numberOf('day'),
      numberOf('hour'),
      numberOf('minute'),
      numberOf('second'),
    );
    return localMs - Math.floor(instantMs / SECOND_MS) * SECOND_MS;
  }
}

function openFormat(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const shown = name.slice(0, ZONE_LENGTH_MAX).replaceAll(/\p{C}/gu, '�');
    throw new UsageError(
      `unknown time zone "${shown}"; use a name such as Europe/Berlin, an offset such as +02:00, or UTC`,
    );
  }
}
