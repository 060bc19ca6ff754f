import { expect, it } from 'vitest';

import type { CcxtClient } from '../client/ccxt-client.ts';
import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';
import { sendRequests } from './raw-requests.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

/** Returns a client that fails for some coins. */
function makeClient(refused: Readonly<Record<string, ExchangeErrorCode>>): CcxtClient {
  const call = async (method: string, parameters: Parameters): Promise<unknown> => {
    const code = refused[parameters['coin'] ?? method];
    if (code !== undefined) throw new ExchangeError(code, `${code} it is`);
    return { method, ...parameters };
  };
  return { call, ccxt: { walletAddress: '0x22' } } as unknown as CcxtClient;
}

const perCoin = { method: 'info', parameters: { lang: 'en' }, forHeld: 'coin' };
const hold =
  (...coins: readonly string[]) =>
  async () =>
    coins;

it('sends a request for each coin with a balance, and returns refused coins separately', async () => {
  const client = makeClient({ 'USDT (Kaia)': 'exchange_request_refused' });
  const { responses, unparsed } = await sendRequests(
    client,
    [{ method: 'all' }, perCoin],
    hold('BTC', 'USDT (Kaia)', 'ETH'),
  );
  expect(responses).toEqual([
    { method: 'all' },
    { coin: 'BTC', response: { method: 'info', lang: 'en', coin: 'BTC' } },
    { coin: 'ETH', response: { method: 'info', lang: 'en', coin: 'ETH' } },
  ]);
  expect(unparsed).toMatchObject([{ raw: { coin: 'USDT (Kaia)' } }]);
});

it('adds the address of the wallet', async () => {
  const request = { method: 'state', parameters: { type: 'spot' }, wallet: 'user' };
  const { responses } = await sendRequests(makeClient({}), [request], hold());
  expect(responses).toEqual([{ method: 'state', type: 'spot', user: '0x22' }]);
});

it('fails after a transient error', async () => {
  const client = makeClient({ ETH: 'exchange_unavailable' });
  await expect(sendRequests(client, [perCoin], hold('BTC', 'ETH'))).rejects.toMatchObject({
    code: 'exchange_unavailable',
  });
});

it('requests at most a hundred coins, and returns the others as refused', async () => {
  const coins = Array.from({ length: 102 }, (_, index) => `C${index}`);
  const { responses, unparsed } = await sendRequests(makeClient({}), [perCoin], hold(...coins));
  expect([responses.length, unparsed.length]).toEqual([100, 2]);
});

it('fails after an error of the program, although the request is about one coin', async () => {
  const defect = new RangeError('defect');
  const client = { call: () => Promise.reject(defect), ccxt: {} } as unknown as CcxtClient;
  await expect(sendRequests(client, [perCoin], hold('BTC'))).rejects.toBe(defect);
});
