import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

describe('Random', () => {
  it('returns the same numbers for the same seed, on any machine', () => {
    const random = new Random('seed');
    const first = [random.next(), random.next(), random.next()];
    const again = new Random('seed');
    expect([again.next(), again.next(), again.next()]).toEqual(first);
    expect(new Random('another seed').next()).not.toBe(first[0]);
    expect(first).toMatchInlineSnapshot(`
      [
        3629745548,
        1847935283,
        1612138382,
      ]
    `);
  });

  it('distributes integers evenly over the bounds, both inclusive', () => {
    const random = new Random(1);
    const counts = new Map<number, number>();
    for (let draw = 0; draw < 60_000; draw++) {
      const value = random.integer(1, 6);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect(new Set(counts.keys())).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('shuffles without losing an element', () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    const shuffled = new Random('shuffle').shuffle(list);
    expect(shuffled).not.toEqual(list);
    expect(shuffled.toSorted((left, right) => left - right)).toEqual(list);
  });
});
