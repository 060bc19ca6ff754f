import { expect, it } from 'vitest';

import {
  FURTHER_ENDPOINTS,
  READING_POSTS,
} from '../../src/exchanges/generic/reviewed-endpoints.ts';
import { VENUE_TRAITS } from '../../src/exchanges/generic/traits.ts';
import { VENUES } from '../../src/exchanges/generic/venues.ts';

it('has the traits of exactly the listed exchanges', () => {
  expect(Object.keys(VENUE_TRAITS).sort()).toEqual(VENUES.map(({ name }) => name).sort());
});

it('requires no private key, and only GET and reviewed POST endpoints', () => {
  expect(VENUES.flatMap(({ credentials }) => credentials)).not.toContain('privateKey');
  const reviewed = new Set([...READING_POSTS, ...Object.values(FURTHER_ENDPOINTS).flat()]);
  const posts = VENUES.flatMap(({ endpoints }) => endpoints).filter(
    (endpoint) => !endpoint.startsWith('GET '),
  );
  expect(posts.filter((endpoint) => !reviewed.has(endpoint))).toEqual([]);
  expect(posts.length).toBeGreaterThan(10);
});

it('lists credentials and endpoints of every exchange', () => {
  const bare = VENUES.filter(
    (each) => each.credentials.length === 0 || each.endpoints.length === 0,
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});
