import { describe, expect, it } from 'vitest';

import type { ConnectExchange } from '../../../src/domain/connect.ts';
import { findExchanges } from './find-exchanges.ts';

const EXCHANGES = Object.entries({
  cryptocom: 'Crypto.com',
  gate: 'Gate',
  htx: 'HTX',
  kraken: 'Kraken',
  okx: 'OKX',
  myokx: 'MyOKX (EEA)',
  okxus: 'OKX (US)',
}).map(([id, name]) => ({ id, name }) as ConnectExchange);

function find(text: string): string[] {
  return findExchanges(EXCHANGES, text).map(({ id }) => id);
}

describe('the search for an exchange', () => {
  it.each([
    ['kra', 'kraken'],
    ['KRAKEN', 'kraken'],
    [' crypto.com ', 'cryptocom'],
    ['gate.io', 'gate'],
    ['huobi', 'htx'],
    ['okex', 'okx'],
    ['okx', 'okx'],
  ])('finds %j', (text, id) => {
    expect(find(text)[0]).toBe(id);
  });

  it('lists names that begin with the text before those that contain it', () => {
    expect(find('okx')).toEqual(['okx', 'okxus', 'myokx']);
  });

  it('lists every exchange for no text, and none for an unknown name', () => {
    expect(find(' ')).toHaveLength(EXCHANGES.length);
    expect(find('zzz')).toEqual([]);
  });
});
