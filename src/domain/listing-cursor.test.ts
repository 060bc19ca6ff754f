import { expect, it } from 'vitest';

import { readCursor, writeCursor } from './listing-cursor.ts';
import { deriveMasterKey } from './master-key.ts';
import { TRANSACTION_FIELDS } from './transaction.ts';

const KEY = deriveMasterKey('ab'.repeat(32));
const SIGNATURE_LENGTH = 22;

it('a cursor for an asset with a line break cannot be changed into one for another asset', () => {
  const scopeOf = (asset: string) => ({
    walletId: 'wallet_a',
    query: { asset, limit: 10, fields: TRANSACTION_FIELDS },
  });
  const cursor = { page: 1, after: { timestampMs: 1, id: 'tx_1', moveNo: 0 } };
  const token = writeCursor(KEY, scopeOf('BTC\n'), cursor);
  expect(readCursor(KEY, scopeOf('BTC\n'), token)).toEqual(cursor);
  const payload = Buffer.from(token.slice(SIGNATURE_LENGTH), 'base64url').toString();
  const moved = Buffer.from(`\n${payload}`).toString('base64url');
  const changed = token.slice(0, SIGNATURE_LENGTH) + moved;
  expect(readCursor(KEY, scopeOf('BTC'), changed)).toBeUndefined();
});
