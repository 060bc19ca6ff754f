import { expect, it } from 'vitest';

import { requireBestEffortExchange } from './exchanges.ts';
import { listsOf } from './history-lists.ts';

it('prefers what is documented of a single list to what is documented of all lists', () => {
  const exchange = requireBestEffortExchange('mexc');
  const lists = listsOf(exchange, {
    openedIn: 2018,
    limit: 100,
    lists: { withdrawals: { limit: 20 } },
  });
  expect(lists.map(({ name, traits }) => [name, traits.limit])).toEqual([
    ['deposits', 100],
    ['withdrawals', 20],
  ]);
});
