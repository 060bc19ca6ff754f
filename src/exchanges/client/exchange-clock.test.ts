import { expect, it } from 'vitest';

import { scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';
import { readClockField, readExchangeClock } from './exchange-clock.ts';
import { ExchangeTime } from './exchange-time.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const open = () => scriptContext(NOW_MS, () => undefined).client;
const fail = (code: ExchangeErrorCode) => () => Promise.reject(new ExchangeError(code, 'refused'));

it('returns the time that the exchange reports, and sets it as the time of signatures', async () => {
  const client = open();
  expect(await readExchangeClock(client, async () => NOW_MS + 90_000)).toBe(NOW_MS + 90_000);
  expect(client.exchangeNowMs()).toBe(NOW_MS + 90_000);
});

it.each([Number.NaN, 1.5, Number.MAX_VALUE])(
  "returns this machine's time if the exchange reports %s",
  async (reported) => {
    const client = open();
    expect(await readExchangeClock(client, async () => reported)).toBe(NOW_MS);
    expect(client.exchangeNowMs()).toBe(NOW_MS);
  },
);

it("returns this machine's time if the exchange does not serve its time", async () => {
  expect(await readExchangeClock(open(), fail('exchange_request_refused'))).toBe(NOW_MS);
  expect(await readExchangeClock(open(), fail('exchange_unavailable'))).toBe(NOW_MS);
});

it.each([
  [{ time: NOW_MS + 5 }, NOW_MS + 5],
  [{}, NOW_MS],
  [null, NOW_MS],
  ['html', NOW_MS],
])('reads the time of the response %j as %i', async (response, expected) => {
  const { client } = scriptContext(NOW_MS, () => response);
  expect(await readClockField(client, 'publicGetTime', 'time')).toBe(expected);
});

it('fails if the exchange does not respond and numbers requests by its time', async () => {
  const client = Object.assign(open(), { numbersRequests: true });
  const reading = readExchangeClock(client, fail('exchange_unavailable'));
  await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
  expect(await readExchangeClock(client, fail('exchange_request_refused'))).toBe(NOW_MS);
});

it('fails if no exchange reports its time and the clock of this machine was never set', async () => {
  const clock = { nowMs: () => Date.UTC(2016, 0, 1), elapsedMs: () => 5, sleep: async () => {} };
  const time = new ExchangeTime(clock);
  expect(() => time.setWithoutReport(undefined)).toThrow(
    expect.objectContaining({ code: 'exchange_clock' }),
  );
  time.setWithoutReport(NOW_MS);
  expect(time.nowMs()).toBe(NOW_MS);
});

it('is in whole milliseconds, as exchanges require it in signatures, and that of this machine at first', () => {
  const clock = { nowMs: () => NOW_MS, elapsedMs: () => elapsedMs, sleep: async () => {} };
  let elapsedMs = 5000.4;
  const time = new ExchangeTime(clock);
  expect(time.nowMs()).toBe(NOW_MS);
  elapsedMs += 10.2;
  expect(time.nowMs()).toBe(NOW_MS + 10);
});

it('keeps the time of this machine if a `date` header of the exchange is less than a minute off', () => {
  const clock = { nowMs: () => NOW_MS, elapsedMs: () => 5, sleep: async () => {} };
  const time = new ExchangeTime(clock);
  time.setWithoutReport(NOW_MS - 59_000);
  expect(time.nowMs()).toBe(NOW_MS);
  time.setWithoutReport(NOW_MS - 60_000);
  expect(time.nowMs()).toBe(NOW_MS - 60_000);
});

it('fails if the exchange requests a wait', async () => {
  const reading = readExchangeClock(open(), fail('exchange_rate_limited'));
  await expect(reading).rejects.toMatchObject({ code: 'exchange_rate_limited' });
});

it.each([0, Date.UTC(2019, 11, 31), Date.UTC(2201, 0, 1)])('refuses %i', async (reported) => {
  const reading = readExchangeClock(open(), async () => reported);
  await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
});

it('throws an error that is not of the exchange', async () => {
  const reading = readExchangeClock(open(), () => Promise.reject(new TypeError('a defect')));
  await expect(reading).rejects.toBeInstanceOf(TypeError);
});
