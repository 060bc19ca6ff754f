/** The lists of an exchange as sources of history. */
import { DAY_MS } from '../../domain/duration.ts';
import type { HistorySource } from '../exchange.ts';
import { listsOf } from './history-lists.ts';
import { traitsOf } from './traits.ts';
import type { ExchangeTraits } from './exchange-traits.ts';
import type { BestEffortExchange } from './best-effort-exchange.ts';

const WINDOW_DAYS = 90;
/** The first year that is read if the opening of an exchange is unknown. */
const OPENED_IN = 2017;
/** A window that is longer than any history. */
const ALWAYS_MS = 100 * 365 * DAY_MS;

/** Returns a source for each list; a list without a filter by time is read as one window. */
export function listSources(
  exchange: BestEffortExchange,
  exchangeTraits: ExchangeTraits = traitsOf(exchange.name),
): readonly HistorySource[] {
  const { openedIn = OPENED_IN } = exchangeTraits;
  return listsOf(exchange, exchangeTraits).map(({ name, traits, takesStart, takesEnd, unitMs }) => {
    const narrowed = takesStart || takesEnd;
    const { windowDays = WINDOW_DAYS } = traits;
    return {
      name,
      startMs: Date.UTC(openedIn, 0, 1),
      // Bounds are requested a unit earlier and rounded up, so the window is two units shorter than the
      // maximum.
      windowMsMax: narrowed ? Math.max(unitMs, windowDays * DAY_MS - 2 * unitMs) : ALWAYS_MS,
      windowMsMin: narrowed ? unitMs : ALWAYS_MS,
      overlapMs: 3 * DAY_MS,
      order: 'newest-first',
      optional: false,
    };
  });
}
