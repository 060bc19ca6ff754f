import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { UsageError } from '../failure.ts';
import { parseDateFormat } from './date-format.ts';
import { TimeZone } from './time-zone.ts';

function read(format: string, text: string, zone?: string): string {
  const timeZone = zone === undefined ? undefined : new TimeZone(zone);
  return new Date(parseDateFormat(format, timeZone)('timestamp', text)).toISOString();
}

describe('parseDateFormat', () => {
  it.each([
    ['DD.MM.YYYY HH:mm:ss', '29.02.2024 23:59:58', '2024-02-29T23:59:58.000Z'],
    ['D.M.YYYY H:mm', '1.3.2024 9:05', '2024-03-01T09:05:00.000Z'],
    ['MM/DD/YY', '12/31/19', '2019-12-31T00:00:00.000Z'],
    ['YYYYMMDD', '20240229', '2024-02-29T00:00:00.000Z'],
    ['MMM. DD, YYYY, hh:mm A', 'Jan. 27, 2017, 12:28 AM', '2017-01-27T00:28:00.000Z'],
    ['MMM. DD, YYYY, hh:mm A', 'Dec. 27, 2017, 12:28 pm', '2017-12-27T12:28:00.000Z'],
    ['MMM. DD, YYYY, hh:mm A', 'Dec. 27, 2017, 12:28 am', '2017-12-27T00:28:00.000Z'],
    ['DD.MM.YYYY HH:mm:ss,SSS', '01.01.2024 00:00:00,1239', '2024-01-01T00:00:00.123Z'],
    ['YYYY-MM-DD HH:mm:ss Z', '2024-01-01 00:00:00 +0530', '2023-12-31T18:30:00.000Z'],
    ['DD.MM.YYYY HH:mm', '2024-10-27T02:30:00+01:00', '2024-10-27T01:30:00.000Z'],
    ['DD.MM.YYYY HH:mm', '2024-10-27T02:30:33.607389+01:00', '2024-10-27T01:30:33.607Z'],
  ])('reads %s as %s', (format, text, instant) => {
    expect(read(format, text)).toBe(instant);
  });

  it.each([
    ['DD.MM.YYYY', '30.02.2024', 'is not a time that exists'],
    ['DD.MM.YYYY', '29.02.2023', 'is not a time that exists'],
    ['DD.MM.YYYY', '01.13.2023', 'is not a time that exists'],
    ['DD.MM.YYYY HH:mm', '01.12.2023 24:00', 'is not a time that exists'],
    ['DD.MM.YYYY hh:mm A', '01.12.2023 13:00 PM', 'is not a time that exists'],
    ['DD.MM.YYYY hh:mm A', '01.12.2023 00:30 AM', 'is not a time that exists'],
    ['DD MMM YYYY', '01 Mrz 2023', 'is not a time that exists'],
    ['DD.MM.YYYY', '1.12.2023', 'does not have the form DD.MM.YYYY'],
    ['DD.MM.YYYY', '01.12.2023 10:00', 'does not have the form'],
    ['DD.MM.YYYY', '01/12/2023', 'does not have the form'],
  ])('refuses for %s the text %s', (format, text, problem) => {
    expect(() => read(format, text)).toThrow(`timestamp "${text}" ${problem}`);
  });

  it.each([
    ['DD.MM.YYYY HH:mm:ss', undefined, undefined],
    ['DD.MM', undefined, 'it has no year'],
    ['DD.MM.YYYY mm', undefined, 'it has no hour'],
    ['DD.MM.YYYY HH:ss', undefined, 'it has no minute'],
    ['DD.MM.YYYY HH:mm,SSS', undefined, 'it has no second'],
    ['DD.MM.YYYY A', undefined, 'it has no hour'],
    ['DD.MM.YYYY hh:mm', undefined, 'need A (AM or PM)'],
    ['DD.MM.YYYY HH:mm A', undefined, 'need A (AM or PM)'],
    ['DD.MM.YYYY DD', undefined, 'it has the day twice'],
    ['YYYY-MM-DDTTHH:mm', undefined, '"T" at position 12 is not a token'],
    ['TT.MM.YYYY', undefined, '"T" at position 1 is not a token'],
    ['DD.MM.YYYY HH:mm Z', 'Europe/Berlin', '--time-zone cannot be given'],
  ])('checks the format %s with the zone %s', (format, zone, problem) => {
    const parse = () =>
      parseDateFormat(format, zone === undefined ? undefined : new TimeZone(zone));
    if (problem === undefined) expect(parse).not.toThrow();
    else expect(parse).toThrow(problem);
  });

  it('converts local times, and refuses those that do not exist or occur twice', () => {
    const format = 'DD.MM.YYYY HH:mm';
    const berlin = (text: string) => read(format, text, 'Europe/Berlin');
    expect(read('YYYY-MM-DDTHH:mm:ss', '2024-02-29T10:00:00', 'Europe/Berlin')).toBe(
      '2024-02-29T09:00:00.000Z',
    );
    expect(berlin('31.03.2024 01:59')).toBe('2024-03-31T00:59:00.000Z');
    expect(berlin('31.03.2024 03:00')).toBe('2024-03-31T01:00:00.000Z');
    expect(() => berlin('31.03.2024 02:30')).toThrow('does not exist in Europe/Berlin');
    expect(berlin('27.10.2024 01:59')).toBe('2024-10-26T23:59:00.000Z');
    expect(() => berlin('27.10.2024 02:00')).toThrow('occurs twice in Europe/Berlin');
    expect(() => berlin('27.10.2024 02:59')).toThrow('occurs twice in Europe/Berlin');
    expect(berlin('27.10.2024 03:00')).toBe('2024-10-27T02:00:00.000Z');
    expect(read(format, '01.07.2024 12:00', '-06:00')).toBe('2024-07-01T18:00:00.000Z');
    expect(read(format, '01.07.2024 12:00', 'UTC')).toBe('2024-07-01T12:00:00.000Z');
    expect(read('YYYY-MM-DD', '2024-07-01', 'Europe/Berlin')).toBe('2024-06-30T22:00:00.000Z');
  });

  it('refuses an unknown zone', () => {
    expect(() => new TimeZone('Europe/Bärlin')).toThrow(UsageError);
    const open = () => new TimeZone(`\u001B${'x'.repeat(5000)}`);
    expect(open).toThrow(`unknown time zone "�${'x'.repeat(63)}"; use a name`);
  });
});

describe('TimeZone', () => {
  it.each([
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ])('returns the instants at which the clocks of %s show a time', (name) => {
    const zone = new TimeZone(name);
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const instants = fc.integer({ min: 1, max: 2_000_000_000 });
    fc.assert(
      fc.property(instants, (seconds) => {
        const shown = clock.format(seconds * 1000);
        const localMs = Date.parse(`${shown.replace(' ', 'T')}Z`);
        const found = zone.listInstants(localMs);
        expect(found).toContain(seconds * 1000);
        for (const instant of found) expect(clock.format(instant)).toBe(shown);
      }),
    );
  });
});
