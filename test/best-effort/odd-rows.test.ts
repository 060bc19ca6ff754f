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

/** Adds a row to every list of rows in a response. */
function addRow(response: unknown, row: unknown, depth = 0): unknown {
  if (Array.isArray(response)) {
    const hasRows = response.some((each) => typeof each === 'object' && each !== null);
    return hasRows ? [...(response as unknown[]), row] : response;
  }
  if (typeof response !== 'object' || response === null || depth > DEPTH_MAX) return response;
  const parts = Object.entries(response).map(([name, part]) => [
    name,
    addRow(part, row, depth + 1),
  ]);
  return Object.fromEntries(parts) as object;
}

function addRows(responses: RecordedResponses, row: unknown): RecordedResponses {
  const changed = Object.entries(responses).map(([endpoint, response]) => {
    if (!HISTORY.test(endpoint)) return [endpoint, response];
    const make = (request: RecordedRequest): unknown => {
      const made: unknown = typeof response === 'function' ? response(request) : response;
      return addRow(typeof made === 'string' ? JSON.parse(made) : made, row);
    };
    return [endpoint, make];
  });
  return Object.fromEntries(changed) as RecordedResponses;
}

it.each(Object.entries(EXCHANGE_SAMPLES))(
  'reads the other rows of %s, and quarantines an odd one',
  async (name, { responses, rows, secret }) => {
    for (const odd of ODD_ROWS) {
      const { transactions, unreadable } = await readRecorded(
        name,
        addRows(responses, odd),
        secret,
      );
      expect(transactions).toHaveLength(rows.length);
      if (!FILTER_BY_TYPE.has(name)) expect(unreadable).not.toEqual([]);
    }
  },
  60_000,
);
