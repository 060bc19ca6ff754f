/** Exports that a European spreadsheet has saved again: semicolons, decimal commas and its own dates. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { splitRecord } from '../../src/cli/import/csv-cells.ts';
import { EXPORTS, shareImports } from './share-imports.ts';

const { scratch, importExport } = shareImports();

interface Layout {
  readonly numbers: RegExp;
  readonly time: RegExp;
  readonly rewriteTime: (text: string) => string;
}

/** Writes `2024-01-31 …` and `24-01-31 …` as `31.01.2024 …`, but not a time with a fraction, which stays a text. */
const rewriteDate = (text: string): string =>
  text.replace(
    /^(?:20)?(\d\d)-(\d\d)-(\d\d)[T ]?([^.]*?)(?: UTC|Z)?$/,
    (_, year, month, day, clock) => `${day}.${month}.20${year} ${clock}`.trim(),
  );

/** Writes `Jan. 27, 2017, 03:28 PM` as `27.01.2017 15:28`. */
function rewriteOldDate(text: string): string {
  const [, month = '', day, year, hour = '', minute, half] =
    /^(\w{3})\. (\d\d), (\d{4}), (\d\d):(\d\d) (\w\w)$/.exec(text) ?? [];
  const monthNo = 1 + 'Jan Feb Mar Apr May Jun'.split(' ').indexOf(month);
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  return `${day}.0${monthNo}.${year} ${String(hours).padStart(2, '0')}:${minute}`;
}

/** Returns the text of a file as a spreadsheet saves it. */
function resave(text: string, { numbers, time, rewriteTime }: Layout): string {
  let header: readonly string[] | undefined;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (header === undefined && !time.test(line)) return line;
      const cells = splitRecord(line, ',');
      if (cells instanceof Error) throw cells;
      const isHeader = header === undefined;
      header ??= cells.map((cell) => cell.toLowerCase());
      return cells
        .map((cell, index) => {
          if (isHeader) return cell;
          const name = header?.[index] ?? '';
          if (numbers.test(name)) return cell.replaceAll(',', '').replace('.', ',');
          return time.test(name) && cell !== '' ? rewriteTime(cell) : cell;
        })
        .map((cell) => `"${cell}"`)
        .join(';');
    })
    .join('\r\n');
}

const AMOUNT = /^(?:amount|fee)$/;
const FORMAT = 'DD.MM.YYYY HH:mm:ss';
const KRAKEN: Layout = { numbers: AMOUNT, time: /\btime\b/, rewriteTime: rewriteDate };
const BINANCE: Layout = {
  numbers: /^(?:change|amount|fee|transactionfee)$/,
  time: /\b(?:utc_time|time|date\(utc.*\))/i,
  rewriteTime: rewriteDate,
};
const BITSTAMP: Layout = { numbers: AMOUNT, time: /datetime/i, rewriteTime: rewriteDate };
const BITVAVO: Layout = {
  numbers: /^(?:amount|fee amount)$/,
  time: /\bdate\b/i,
  rewriteTime: rewriteDate,
};
const COINBASE: Layout = {
  numbers: /^(?:quantity transacted|fees and\/or spread|eur fees)$/,
  time: /timestamp/i,
  rewriteTime: rewriteDate,
};
const UTC = ['--time-zone', 'UTC'];

describe('an export that a spreadsheet has saved again', () => {
  it.each<[string, string, Layout, string, readonly string[]]>([
    ['kraken', 'kraken-ledgers.csv', KRAKEN, FORMAT, []],
    ['kraken', 'kraken-ledgers-older.csv', KRAKEN, FORMAT, UTC],
    ['binance', 'binance-transactions.csv', BINANCE, FORMAT, UTC],
    ['binance', 'binance-transactions-newer.csv', BINANCE, FORMAT, ['--time-zone', '+02:00']],
    ['binance', 'binance-deposit-history.csv', BINANCE, FORMAT, []],
    ['binance', 'binance-withdraw-history.csv', BINANCE, FORMAT, ['--time-zone', '+08:00']],
    ['binance', 'binance-deposit-history-older.csv', BINANCE, FORMAT, []],
    ['binance', 'binance-fiat-withdraw-history.csv', BINANCE, FORMAT, []],
    ['bitstamp', 'bitstamp.csv', BITSTAMP, FORMAT, []],
    [
      'bitstamp',
      'bitstamp-older.csv',
      { ...BITSTAMP, rewriteTime: rewriteOldDate },
      'DD.MM.YYYY HH:mm',
      [],
    ],
    ['bitvavo', 'bitvavo.csv', BITVAVO, 'DD.MM.YYYY', ['--time-zone', 'Europe/Amsterdam']],
    ['coinbase', 'coinbase.csv', COINBASE, FORMAT, []],
    ['coinbase', 'coinbase-older.csv', COINBASE, FORMAT, UTC],
  ])('of %s, %s, has the same rows', async (preset, name, layout, format, zone) => {
    const original = await importExport(preset, join(EXPORTS, name), zone);
    expect(original).toMatchObject({ code: 0, stderr: '' });
    const text = resave(readFileSync(join(EXPORTS, name), 'utf8'), layout);
    const file = scratch.write(name, text);
    const options = ['--decimal-comma', '--date-format', format, ...zone];
    expect(await importExport(preset, file, options)).toMatchObject({
      code: 0,
      stderr: '',
      rows: original.rows,
    });
    const refused = await importExport(preset, file, zone);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('is read with --decimal-comma\n');
    const times = await importExport(preset, file, ['--decimal-comma', ...zone]);
    expect(times.stderr).toContain('is read with --date-format, for example');
  });

  it('has times of the zone that is given', async () => {
    const file = join(EXPORTS, 'kraken-ledgers-older.csv');
    const { rows } = await importExport('kraken', file, ['--time-zone', 'Europe/Berlin']);
    expect(rows[0]).toContain(',2017-08-04T04:14:54.000Z,');
    const older = join(EXPORTS, 'bitstamp-older.csv');
    const bitstamp = await importExport('bitstamp', older, ['--time-zone', '+01:00']);
    expect(bitstamp.rows[0]).toContain(',2017-02-01T11:05:00.000Z,');
  });

  it('reads dates and times in one format', async () => {
    const text = readFileSync(join(EXPORTS, 'bitvavo.csv'), 'utf8').replaceAll(/\.\d{3},/g, ',');
    const file = scratch.write(
      'bitvavo.csv',
      text.replaceAll(/(\d{4})-(\d\d)-(\d\d)/g, '$3.$2.$1'),
    );
    const { rows } = await importExport('bitvavo', file, ['--date-format', FORMAT]);
    const original = await importExport('bitvavo', scratch.write('plain.csv', text), []);
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(original.rows);
  });

  it.each([
    ['date', ',2023-10-29T02:30:00.123+01:00,02:30:00.123,'],
    ['date, without a time', ',2023-10-29T02:30:00.123+01:00,,'],
    ['time', ',2023-10-29,2023-10-29T02:30:00.123+01:00,'],
  ])('reads the offset of a time that occurs twice in the column of the %s', async (_, cells) => {
    const original = readFileSync(join(EXPORTS, 'bitvavo.csv'), 'utf8');
    const repeated = original.replace(',2024-02-01,10:29:03,', ',2023-10-29,02:30:00.123,');
    const refused = await importExport('bitvavo', scratch.write('repeated.csv', repeated), []);
    expect(refused.stderr).toContain(
      'line 2: time "2023-10-29 02:30:00.123" occurs twice in Europe',
    );
    const text = repeated.replace(',2023-10-29,02:30:00.123,', cells);
    const { code, rows } = await importExport('bitvavo', scratch.write('exact.csv', text), []);
    expect(code).toBe(0);
    expect(rows.at(-1)).toContain('EUR,deposit,1000,2023-10-29T01:30:00.123Z');
  });

  it.each([
    ['binance', 'binance-transactions.csv', 'the header "utc_time" names the time zone'],
    ['coinbase', 'coinbase.csv', 'each cell of "timestamp" names the time zone'],
    ['bitstamp', 'bitstamp.csv', 'each cell of "datetime" names the time zone'],
    [
      'bitvavo',
      'bitvavo.csv',
      'line 2: timezone "Europe/Amsterdam" contradicts --time-zone Asia/Tokyo',
    ],
  ])('refuses a zone that contradicts the file of %s', async (preset, name, problem) => {
    const options = ['--time-zone', 'Asia/Tokyo'];
    const { code, stderr } = await importExport(preset, join(EXPORTS, name), options);
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
  });

  it('has no advice for an amount with a comma before its decimal point', async () => {
    const text = readFileSync(join(EXPORTS, 'kraken-ledgers-older.csv'), 'utf8');
    const file = scratch.write('points.csv', text.replace('500.0000', '"1,234.50"'));
    const { code, stderr } = await importExport('kraken', file, []);
    expect([code, stderr.split('\n').length]).toEqual([1, 3]);
    expect(stderr).not.toContain('--decimal-comma');
  });

  it('has times with and without a fraction in the zone that is given', async () => {
    const text = readFileSync(join(EXPORTS, 'kraken-ledgers-older.csv'), 'utf8');
    const file = scratch.write('fraction.csv', text.replace('06:14:54', '06:14:54.9999'));
    const plain = await importExport('kraken', file, []);
    expect(plain.rows.at(-1)).toContain(',2017-08-01T06:14:54.999Z,');
    expect((await importExport('kraken', file, UTC)).rows).toEqual(plain.rows);
  });

  it('refuses an amount that could have a decimal point', async () => {
    const text = readFileSync(join(EXPORTS, 'kraken-ledgers-older.csv'), 'utf8');
    const file = scratch.write('ambiguous.csv', text.replace('500.0000', '1.234'));
    const { stderr } = await importExport('kraken', file, ['--decimal-comma']);
    expect(stderr).toContain('line 2: amount "1.234" is ambiguous with --decimal-comma');
  });

  it.each([
    [['--date-format', 'TT.MM.JJJJ'], 'is not a token'],
    [['--date-format', 'DD.MM.YYYY', '--time-zone', 'Berlin'], 'unknown time zone "Berlin"'],
  ])('refuses the options %j', async (options, problem) => {
    const file = join(EXPORTS, 'kraken-ledgers.csv');
    const { code, stderr } = await importExport('kraken', file, options);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });
});
