import { expect, it } from 'vitest';

import { scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { openAccount } from './account.ts';
import { BITGET } from './profile.ts';

const NOW_MS = Date.UTC(2024, 5, 10);
const FROM_MS = NOW_MS - DAY_MS;

it.each([
  ['includes', 0],
  ['excludes', 1],
])(
  'reads the first and the last millisecond of a window if Bitget %s its bounds',
  async (_, apartMs) => {
    const rows = [FROM_MS, NOW_MS - 1].map((timeMs) => ({
      orderId: String(timeMs),
      coin: 'USDT',
      size: '1.5',
      status: 'success',
      cTime: timeMs,
    }));
    const account = openAccount(
      scriptContext(NOW_MS, (_endpoint, { startTime, endTime }) => ({
        data: rows.filter(
          ({ cTime }) => cTime >= Number(startTime) + apartMs && cTime <= Number(endTime) - apartMs,
        ),
      })),
    );
    const deposits = BITGET.sources.find(({ name }) => name === 'deposits')!;
    const { transactions } = await account.readWindow(deposits, FROM_MS, NOW_MS);
    expect(transactions.map(({ timestampMs }) => timestampMs)).toEqual([FROM_MS, NOW_MS - 1]);
  },
);
