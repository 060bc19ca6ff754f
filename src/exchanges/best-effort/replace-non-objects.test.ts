import { expect, it } from 'vitest';

import { replaceNonObjects } from './replace-non-objects.ts';

function replaced(response: unknown): unknown {
  replaceNonObjects(response);
  return response;
}

it('replaces what is no object in a list of objects, at any place of a response', () => {
  const rows = [{ id: 1 }, null, { id: 2 }, 'x'];
  expect(replaced({ data: { rows } })).toEqual({
    data: { rows: [{ id: 1 }, { element: null }, { id: 2 }, { element: 'x' }] },
  });
});

it.each([[[1, 2, null]], [[null, { id: 1 }]], [[{ id: 1 }, 'BTC', '1.5', 2]]])(
  'does not change a list of other values: %j',
  (list) => {
    expect(replaced(structuredClone(list))).toEqual(list);
  },
);
