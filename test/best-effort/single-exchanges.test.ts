/** What single exchanges do between, or beyond, the responses of `samples/`. */
import { describe, expect, it } from 'vitest';

import { AT_MS, DEPOSIT_HASH, ETHER } from './exchange-sample.ts';
import { loadSamples } from './load-samples.ts';
import {
  openRecorded,
  RecordedExchange,
  type RecordedRequest,
  type RecordedResponses,
} from './recorded-exchange.ts';

const SAMPLES = await loadSamples();

/** Reads a day of a list, as often as there are names of lists. */
async function readDays(name: string, responses: RecordedResponses, lists: readonly string[]) {
  const exchange = new RecordedExchange({ ...SAMPLES[name]!.responses, ...responses });
  try {
    const account = await openRecorded(name, await exchange.listen());
    const readings = [];
    for (const list of lists) {
      const source = account.sources.find((each) => each.name === list);
      readings.push(await account.readWindow(source!, AT_MS - 43_200_000, AT_MS + 43_200_000));
    }
    return readings;
  } finally {
    exchange.close();
  }
}

describe('Bitrue', () => {
  it.each([
    ['deposits', 'deposit', '1'],
    ['withdrawals', 'withdraw', '5'],
    ['withdrawals', 'withdraw', '6'],
  ])(
    'returns a row of %s that is finished between two requests only once',
    async (list, path, finished) => {
      let isFinished = false;
      const row = {
        symbol: 'usdt',
        amount: '200.5',
        fee: '0',
        createdAt: AT_MS,
        updatedAt: AT_MS,
        addressFrom: '',
        addressTo: ETHER,
        txid: DEPOSIT_HASH,
        confirmations: 5,
        tagType: null,
        ...(path === 'withdraw' && { payAmount: '0' }),
      };
      const answer = ({ query }: RecordedRequest): object => {
        const list = (data: readonly object[]): object => ({ code: 200, msg: 'succ', data });
        if (query.get('coin')?.toLowerCase() !== 'usdt') return list([]);
        const status = isFinished ? finished : '0';
        // The row is finished after the first request for its coin.
        isFinished = true;
        return list(query.get('status') === status ? [{ ...row, status: Number(status) }] : []);
      };
      const responses = { [`GET www.bitrue.com/api/v1/${path}/history`]: answer };
      const [during, after] = await readDays('bitrue', responses, [list, list]);
      const keys = [during, after].flatMap((reading) =>
        reading!.transactions.map(({ key }) => key),
      );
      expect(new Set(keys).size).toBe(1);
      expect(after!.transactions.map(({ amount }) => amount)).toEqual(['200.5']);
      expect(after!.transactions[0]!.status).toBe(finished === '6' ? 'canceled' : 'completed');
    },
  );
});
