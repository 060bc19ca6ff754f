import { expect, it } from 'vitest';

import { EXCHANGE_CATALOGUE, findExchange, requireExchange } from './catalogue.ts';

it('lists each exchange once: the certified ones by name, then all others by name', () => {
  const namesOf = (certified: boolean) =>
    EXCHANGE_CATALOGUE.filter(({ facts }) => facts.certified === certified).map(({ name }) => name);
  const names = EXCHANGE_CATALOGUE.map(({ name }) => name);
  expect(names).toEqual([...namesOf(true).toSorted(), ...namesOf(false).toSorted()]);
  expect(new Set(names).size).toBe(names.length);
});

it('finds an exchange by its whole name only', () => {
  expect(requireExchange('okx').facts.title).toBe('OKX');
  expect(findExchange('OKX')).toBeUndefined();
  expect(() => requireExchange('ok')).toThrow(
    /^unknown exchange "ok"; supported: binance, .*kraken, .*okx, .*bybiteu/,
  );
});
