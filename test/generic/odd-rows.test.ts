import { expect, it } from 'vitest';

import { loadSamples } from './load-samples.ts';
import { readVenue, type VenueAnswers, type VenueRequest } from './recorded-venue.ts';

const VENUE_SAMPLES = await loadSamples();
/** Endpoints of lists of a history, by what their paths have in common. */
const HISTORY =
  /deposit|withdraw|transf|transaction|histor|movement|coinin|coinout|activit|operation|tapi|order|\/info|archive/i;
const DEPTH_MAX = 3;
const ODD_ROWS = [
  null,
  'odd',
  {},
  { amount: { value: 1 }, id: [1], status: {}, currency: {}, timestamp: 'never' },
];
/** Their classes read the rows of some types alone, and an odd row has none. */
const FILTER_BY_TYPE: ReadonlySet<string> = new Set(['btse', 'dydx']);

/** Adds a row to every list of rows in an answer. */
function addRow(answer: unknown, row: unknown, depth = 0): unknown {
  if (Array.isArray(answer)) {
    const hasRows = answer.some((each) => typeof each === 'object' && each !== null);
    return hasRows ? [...(answer as unknown[]), row] : answer;
  }
  if (typeof answer !== 'object' || answer === null || depth > DEPTH_MAX) return answer;
  const parts = Object.entries(answer).map(([name, part]) => [name, addRow(part, row, depth + 1)]);
  return Object.fromEntries(parts) as object;
}

function addRows(answers: VenueAnswers, row: unknown): VenueAnswers {
  const changed = Object.entries(answers).map(([endpoint, answer]) => {
    if (!HISTORY.test(endpoint)) return [endpoint, answer];
    const make = (request: VenueRequest): unknown => {
      const made: unknown = typeof answer === 'function' ? answer(request) : answer;
      return addRow(typeof made === 'string' ? JSON.parse(made) : made, row);
    };
    return [endpoint, make];
  });
  return Object.fromEntries(changed) as VenueAnswers;
}

it.each(Object.entries(VENUE_SAMPLES))(
  'keeps the rows of %s that are beside an odd one, and puts the odd one into quarantine',
  async (name, { answers, rows, secret }) => {
    for (const odd of ODD_ROWS) {
      const { transactions, unreadable } = await readVenue(name, addRows(answers, odd), secret);
      expect(transactions).toHaveLength(rows.length);
      if (!FILTER_BY_TYPE.has(name)) expect(unreadable).not.toEqual([]);
    }
  },
  60_000,
);
