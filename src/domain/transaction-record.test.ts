import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  explainFieldName,
  parseTransactionRecord,
  TransactionRecordError,
} from './transaction-record.ts';

const WALLET = 'wallet_0123456789abcdef01234567';
const RECORD = {
  asset: 'ETH',
  type: 'deposit',
  amount: '1.000000000000000001',
  timestamp: 1_709_208_000_000,
  status: 'completed',
};

function problemsOf(record: unknown): readonly string[] {
  try {
    parseTransactionRecord(record, WALLET);
  } catch (error) {
    if (error instanceof TransactionRecordError) return error.problems;
    throw error;
  }
  return [];
}

describe('parseTransactionRecord', () => {
  it('returns null for a missing field', () => {
    expect(parseTransactionRecord(RECORD, WALLET)).toEqual({
      id: null,
      asset: 'ETH',
      type: 'deposit',
      amount: '1.000000000000000001',
      timestampMs: 1_709_208_000_000,
      status: 'completed',
      txid: null,
      address: null,
      feeCost: null,
      feeCurrency: null,
    });
  });

  it('treats null and an empty text as missing', () => {
    const record = { ...RECORD, id: '', walletId: null, txid: '', address: null, feeCost: '' };
    expect(parseTransactionRecord(record, WALLET)).toEqual(parseTransactionRecord(RECORD, WALLET));
  });

  it('keeps an id, a txid, an address and a fee without a currency', () => {
    const extra = { id: 'tx_own-1', txid: '0xabc', address: 'bc1q:memo 7', feeCost: '1e-8' };
    expect(parseTransactionRecord({ ...RECORD, ...extra }, WALLET)).toMatchObject({
      ...extra,
      feeCost: '0.00000001',
      feeCurrency: null,
    });
  });

  it.each([
    ['1709208000000', 1_709_208_000_000],
    ['2024-02-29T12:00:00Z', 1_709_208_000_000],
    ['2024-02-29T14:00:00.1239999+02:00', 1_709_208_000_123],
    ['2024-02-29', 1_709_164_800_000],
    ['1970-01-01', 0],
    [100_000_000_000, 100_000_000_000],
    ['253402300799999', 253_402_300_799_999],
  ])('reads the timestamp %s', (timestamp, timestampMs) => {
    expect(parseTransactionRecord({ ...RECORD, timestamp }, WALLET)).toMatchObject({ timestampMs });
  });

  it.each([
    ['2024-02-30'],
    // Seconds, a date without separators, and the day of a spreadsheet.
    [1_709_208_000],
    ['1709208000'],
    ['20240229'],
    ['45351'],
    [99_999_999_999],
    [0],
    ['2024-02-29 12:00:00'],
    ['2024-02-29T12:00:00'],
    ['-1'],
    [1.5],
    [1e300],
    [253_402_300_800_000],
    ['253402300800000'],
    ['1709208000000.0'],
    [true],
    [{}],
  ])('refuses the timestamp %s', (timestamp) => {
    expect(problemsOf({ ...RECORD, timestamp })).toEqual([
      expect.stringMatching(/^timestamp must be Unix milliseconds/),
    ]);
  });

  it('reports all problems together', () => {
    const record = {
      id: 'x',
      asett: 'BTC',
      type: 'gift',
      amount: '-1',
      status: '',
      feeCost: 'NaN',
    };
    expect(problemsOf(record)).toEqual([
      '"asett" is not a field of a transaction; did you mean asset?',
      'id must be tx_ and 1 to 128 printable ASCII characters, not "x"',
      'asset is missing',
      'type must be one of deposit, withdrawal, transfer_in, transfer_out, reward, fee, credit, debit, other, not "gift"',
      'amount must not be negative',
      'timestamp is missing',
      'status is missing',
      'feeCost must be a decimal, not "NaN"',
    ]);
  });

  it.each([-1, '1969-12-31T23:59:59.999Z'])(
    'refuses the time %s, which is before 1970',
    (timestamp) => {
      expect(problemsOf({ ...RECORD, timestamp })).toEqual([
        `timestamp ${JSON.stringify(timestamp)} is before 1970, and such times are not stored`,
      ]);
    },
  );

  it.each(['asset', 'type', 'amount', 'timestamp', 'status'])(
    'refuses a record without %s',
    (name) => {
      const { [name]: _, ...record } = RECORD as Record<string, unknown>;
      expect(problemsOf(record)).toEqual([`${name} is missing`]);
    },
  );

  it('lists five unknown names, and counts the others', () => {
    const unknown = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`name_${at}`, 1]));
    expect(problemsOf({ ...RECORD, ...unknown })).toEqual([
      ...[0, 1, 2, 3, 4].map((at) => expect.stringContaining(`name_${at}`)),
      '2 other names are not fields of a transaction',
    ]);
  });

  it('refuses an id of more than 128 characters after tx_', () => {
    const idOf = (length: number): string => `tx_${'a'.repeat(length)}`;
    expect(problemsOf({ ...RECORD, id: idOf(128) })).toEqual([]);
    expect(problemsOf({ ...RECORD, id: idOf(129) })).toEqual([
      expect.stringMatching(/^id must be tx_ and 1 to 128 printable ASCII characters/),
    ]);
  });

  it.each(['wallet_other', 5, true, {}])('refuses a record of the wallet %j', (walletId) => {
    expect(problemsOf({ ...RECORD, walletId })).toEqual([
      expect.stringMatching(/^walletId is .*, the import is for wallet_0123456789abcdef01234567$/),
    ]);
  });

  it('suggests a field only for a similar name', () => {
    expect(explainFieldName('ammount')).toMatch(/did you mean amount\?$/);
    expect(explainFieldName('Datum')).toBe('"Datum" is not a field of a transaction');
  });

  it('refuses the id of another wallet and accepts its own', () => {
    expect(problemsOf({ ...RECORD, walletId: WALLET })).toEqual([]);
    expect(problemsOf({ ...RECORD, walletId: 'wallet_2' })).toEqual([
      `walletId is "wallet_2", the import is for ${WALLET}`,
    ]);
  });

  it.each([[null], [[RECORD]], ['text'], [7], [undefined]])('refuses %j as a record', (record) => {
    expect(problemsOf(record)).toEqual(['is not an object with the fields of a transaction']);
  });

  it.each([[' BTC'], ['BTC\n'], ['\uD800'], ['B'.repeat(65)], [5]])(
    'refuses the asset %j',
    (asset) => {
      expect(problemsOf({ ...RECORD, asset })).toHaveLength(1);
    },
  );

  it.each([
    ['txid', 512],
    ['address', 512],
    ['feeCurrency', 64],
  ])('refuses a %s of more than %i characters', (name, lengthMax) => {
    expect(problemsOf({ ...RECORD, [name]: 'a'.repeat(lengthMax) })).toEqual([]);
    expect(problemsOf({ ...RECORD, [name]: 'a'.repeat(lengthMax + 1) })).toEqual([
      `${name} must have ${lengthMax} characters at most, not ${lengthMax + 1}`,
    ]);
  });

  it('refuses values that are nested too deeply to be written', () => {
    const type = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) as unknown;
    const amount = JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`) as unknown;
    expect(problemsOf({ ...RECORD, type, amount })).toEqual([
      expect.stringMatching(/^type must be one of .*, not a list$/),
      'amount must be a decimal, not an object',
    ]);
  });

  it.each(['\u0000', '\t', '\n', '\r', '\u001B', '\u001F', '\u007F'])(
    'refuses the control character %j in any text',
    (control) => {
      const text = `a${control}b`;
      const texts = { asset: text, txid: text, address: text, feeCurrency: text };
      expect(problemsOf({ ...RECORD, ...texts })).toEqual(
        Object.keys(texts).map(
          (name) => `${name} must not have control characters or spaces around it`,
        ),
      );
    },
  );

  it('refuses an amount that is a number, because digits may be lost', () => {
    expect(problemsOf({ ...RECORD, amount: 0.1 })).toEqual(['amount must be a decimal, not 0.1']);
  });

  it('shows hostile values shortened and without control characters', () => {
    const [problem = ''] = problemsOf({ ...RECORD, type: `\u001B[31m\u202E${'x'.repeat(1e5)}` });
    expect(problem.length).toBeLessThan(250);
    expect(problem).not.toMatch(/\p{C}/u);
  });

  it('returns a transaction or its problems for any value', () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.boolean(), fc.object());
    const record = fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(RECORD), 'id', 'feeCost', '__proto__'), fc.string()),
      value,
    );
    fc.assert(
      fc.property(record, (fields) => {
        expect(Array.isArray(problemsOf(fields))).toBe(true);
      }),
    );
  });
});
