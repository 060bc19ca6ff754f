import { expect, it } from 'vitest';

import type { CcxtClient } from '../client/ccxt-client.ts';
import { listsOf } from './history-lists.ts';
import { ListPages } from './list-pages.ts';
import { ResponseWatch } from './response-watch.ts';
import { byCursor } from './trait-forms.ts';
import { WindowPages } from './window-pages.ts';

it('fails if a list continues after a thousand pages', async () => {
  const responses = new ResponseWatch();
  let requests = 0;
  const callUnified = async () => {
    await Promise.resolve();
    requests += 1;
    const body = { data: [{ id: requests }], next: `cursor-${requests}` };
    responses.add('https://example.org/deposits', body);
    return body.data.map((info) => ({ id: String(info.id), info }));
  };
  const client = { callUnified } as unknown as CcxtClient;
  const method = { name: 'fetchDeposits', listFields: ['data'] };
  const exchange = { name: 'example', methods: [method] };
  const [list] = listsOf(exchange as never, { page: byCursor('from', 'next') });
  const selection = { list: list!, part: {}, asset: undefined, timeOf: () => null };
  const pages = new WindowPages(new ListPages(client, responses, selection), {
    fromMs: 0,
    toMs: 1,
  });
  const reading = pages.readFirst().then((first) => pages.readRest(first));
  await expect(reading).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: 'deposits: it has more than 1000 pages',
  });
  expect(requests).toBe(1000);
});
