import { afterEach, expect, it } from 'vitest';

import { readDemoLink } from './demo-link.ts';
import { parseFragment, replaceParameters, route, writeFragment } from './route.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'history');
  route.set({ view: '', parameters: {} });
});

it.each([
  ['', { view: '', parameters: {} }],
  ['#/balances', { view: 'balances', parameters: {} }],
  [
    '#/transactions?asset=B%26T&type=fee',
    { view: 'transactions', parameters: { asset: 'B&T', type: 'fee' } },
  ],
  ['#/a?b=c?d', { view: 'a', parameters: { b: 'c?d' } }],
])('reads the fragment %j', (fragment, route) => {
  expect(parseFragment(fragment)).toEqual(route);
});

it('writes a fragment that it can read, and omits parameters without a value', () => {
  const parameters = { asset: 'B&T "Ω"', search: '?#%' };
  const fragment = writeFragment('transactions', { ...parameters, type: undefined, page: '' });
  expect(parseFragment(fragment)).toEqual({ view: 'transactions', parameters });
  expect(writeFragment('balances')).toBe('#/balances');
});

it('reads the connection of a link of the demo only if it has all credentials', () => {
  const link = '#connect?apiKey=k&orgId=o&projectId=p&walletId=w';
  const connection = { apiKey: 'k', orgId: 'o', projectId: 'p', walletId: 'w', name: 'Demo' };
  expect(readDemoLink(link)).toEqual({ connection });
  const named = readDemoLink(`${link}&name=Treasury`);
  expect(named).toEqual({ connection: { ...connection, name: 'Treasury' } });
  for (const part of [
    link.replace('&walletId=w', ''),
    link.replace('=w', '='),
    link.replace('=k', '=k\u2026'),
    '#connect?apiKey',
  ]) {
    expect(readDemoLink(part)).toEqual({ connection: undefined });
  }
  for (const other of ['', '#/connect', '#/balances?apiKey=k']) {
    expect(readDemoLink(other)).toBeUndefined();
  }
});

it('changes a filter although the browser refuses to change the URL so often', () => {
  const replaceState = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'history', { value: { replaceState }, configurable: true });
  route.set({ view: 'balances', parameters: { search: 'b' } });
  replaceParameters({ search: 'bt' });
  expect(route.get()).toEqual({ view: 'balances', parameters: { search: 'bt' } });
});
