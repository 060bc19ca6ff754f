/** Converts local times of a time zone. */
import { DAY_MS, SECOND_MS } from '../../domain/duration.ts';
import { UsageError } from '../failure.ts';

const ZONE_LENGTH_MAX = 64;
/** The offset in a formatted time: `GMT+02:00`, with seconds in some zones before 1972. */
const OFFSET = /GMT([+-])([\d:]{5,8})$/;

/** A time zone of the IANA database, or an offset. */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;

  /** @throws {UsageError} if there is no such zone. */
  constructor(name: string) {
    this.name = name;
    this.#format = openFormat(name);
  }

  /**
   * Returns the instants (Unix ms) at which the clocks of the zone show a local time: none when the clocks go forward,
   * two when they go back.
   *
   * @param localMs the local time, as Unix time of the same date and clock time in UTC.
   */
  listInstants(localMs: number): readonly number[] {
    const before = this.#offsetAt(localMs - DAY_MS);
    const after = this.#offsetAt(localMs + DAY_MS);
    if (before === after) return [localMs - before];
    return [before, after]
      .filter((offsetMs) => this.#offsetAt(localMs - offsetMs) === offsetMs)
      .map((offsetMs) => localMs - offsetMs);
  }

  /** Returns local time minus UTC, in milliseconds. */
  #offsetAt(instantMs: number): number {
    const [, sign, text = ''] = OFFSET.exec(this.#format.format(instantMs)) ?? [];
    const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
    const offsetMs = (hours * 3600 + minutes * 60 + seconds) * SECOND_MS;
    return sign === '-' ? -offsetMs : offsetMs;
  }
}

function openFormat(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const shown = name.slice(0, ZONE_LENGTH_MAX).replaceAll(/\p{C}/gu, '�');
    throw new UsageError(
      `unknown time zone "${shown}"; use a name such as Europe/Berlin, an offset such as +02:00, or UTC`,
    );
  }
}
