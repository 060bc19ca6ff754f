import { expect, it } from 'vitest';

import { loadSamples } from './load-samples.ts';
import { readRecorded, type RecordedResponses, type RecordedRequest } from './recorded-exchange.ts';

const EXCHANGE_SAMPLES = await loadSamples();
/** Matches the paths of endpoints that list a history. */
const HISTORY =
  /deposit|withdraw|transf|transaction|histor|movement|coinin|coinout|activit|operation|tapi|order|\/info|archive/i;
const DEPTH_MAX = 3;
const ODD_ROWS = [
  null,
  'odd',
  {},
  { amount: { value: 1 }, id: [1], status: {}, currency: {}, timestamp: 'never' },
];
/** Exchanges whose ccxt classes skip rows of an unknown type, and so odd rows, which have no type. */
const FILTER_BY_TYPE: ReadonlySet<string> = new Set(['btse', 'dydx']);

/** Adds the odd rows to every list of rows in a response. */
function addOddRows(response: unknown, depth = 0): unknown {
  if (Array.isArray(response)) {
    const hasRows = response.some((each) => typeof each === 'object' && each !== null);
    return hasRows ? [...(response as unknown[]), ...ODD_ROWS] : response;
  }
  if (typeof response !== 'object' || response === null || depth > DEPTH_MAX) return response;
  const parts = Object.entries(response).map(([name, part]) => [name, addOddRows(part, depth + 1)]);
  return Object.fromEntries(parts) as object;
}

function addToHistories(responses: RecordedResponses): RecordedResponses {
  const changed = Object.entries(responses).map(([endpoint, response]) => {
    if (!HISTORY.test(endpoint)) return [endpoint, response];
    const make = (request: RecordedRequest): unknown => {
      const made: unknown = typeof response === 'function' ? response(request) : response;
      return addOddRows(typeof made === 'string' ? JSON.parse(made) : made);
    };
    return [endpoint, make];
  });
  return Object.fromEntries(changed) as RecordedResponses;
}

it.each(Object.entries(EXCHANGE_SAMPLES))(
  'reads the other rows of %s, and quarantines odd ones',
  async (name, { responses, rows, secret }) => {
    const { transactions, unreadable } = await readRecorded(
      name,
      addToHistories(responses),
      secret,
    );
    expect(transactions).toHaveLength(rows.length);
    if (FILTER_BY_TYPE.has(name)) return;
    expect(unreadable.length).toBeGreaterThanOrEqual(ODD_ROWS.length);
  },
  60_000,
);
