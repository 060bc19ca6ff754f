import { expect, it } from 'vitest';

import {
  FURTHER_ENDPOINTS,
  READING_POSTS,
} from '../../src/exchanges/best-effort/reviewed-endpoints.ts';
import { EXCHANGE_TRAITS } from '../../src/exchanges/best-effort/traits.ts';
import { BEST_EFFORT_EXCHANGES } from '../../src/exchanges/best-effort/exchanges.ts';

it('has the traits of exactly the listed exchanges', () => {
  expect(Object.keys(EXCHANGE_TRAITS).sort()).toEqual(
    BEST_EFFORT_EXCHANGES.map(({ name }) => name).sort(),
  );
});

it('requires no private key, and only GET and reviewed POST endpoints', () => {
  expect(BEST_EFFORT_EXCHANGES.flatMap(({ credentials }) => credentials)).not.toContain(
    'privateKey',
  );
  const reviewed = new Set([...READING_POSTS, ...Object.values(FURTHER_ENDPOINTS).flat()]);
  const posts = BEST_EFFORT_EXCHANGES.flatMap(({ endpoints }) => endpoints).filter(
    (endpoint) => !endpoint.startsWith('GET '),
  );
  expect(posts.filter((endpoint) => !reviewed.has(endpoint))).toEqual([]);
  expect(posts.length).toBeGreaterThan(10);
});

it('lists credentials and endpoints of every exchange', () => {
  const bare = BEST_EFFORT_EXCHANGES.filter(
    (each) => each.credentials.length === 0 || each.endpoints.length === 0,
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});
