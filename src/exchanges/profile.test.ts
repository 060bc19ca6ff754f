import { expect, it } from 'vitest';

import { SOURCE_DEFAULTS, withStart } from './profile.ts';

it('moves the start of one source only, and leaves the profile unchanged', () => {
  const sources = ['deposits', 'bills'].map((name) =>
    Object.freeze({ ...SOURCE_DEFAULTS, name, startMs: 1, windowMsMax: 10 }),
  );
  expect(withStart(sources, 'bills', 5).map(({ startMs }) => startMs)).toEqual([1, 5]);
});
