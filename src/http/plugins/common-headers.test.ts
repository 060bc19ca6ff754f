import { expect, it } from 'vitest';

import { HEADERS } from '../header-names.ts';
import { createRequestIds } from './common-headers.ts';

const SECRET = 'Zk3xR0a9_Qw-8LmN1pVbT5yUiO2sD4fGhJ6kL7zXcEe';
const chooseId = (inbound: string): string =>
  createRequestIds(() => 'new')({ headers: { [HEADERS.requestId]: inbound } } as never);

it.each([
  'a',
  '0b7c9a52-6f0e-4a3c-9a59-2f1a4d1f7c11',
  'checkout-0b7c9a52-6f0e-4a3c-9a59-2f1a4d1f7c11',
  'Root:1-67891233-ABCDEF012345678912345678',
  '4bf92f3577b34da6a3ce929d0e0e47364bf92f3577b34da6a3ce929d0e0e4736',
  'x'.repeat(128),
  'X'.repeat(128),
])('keeps the id %s of the caller', (id) => {
  expect(chooseId(id)).toBe(id);
});

it.each([
  '',
  'a b',
  'a, b',
  'é',
  'x'.repeat(129),
  // Without its capitals it is not like a secret.
  `key_1.${SECRET.toLowerCase()}`,
  'KEY_1',
  SECRET,
  `id:${SECRET}`,
])('replaces %j, which is invalid or contains a secret', (id) => {
  expect(chooseId(id)).toBe('new');
});
