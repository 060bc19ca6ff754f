import { describe, expect, it } from 'vitest';
import { SimulatedClock } from './clock.ts';

describe('SimulatedClock', () => {
  it('does not run until it is moved', () => {
    const clock = new SimulatedClock({ startMs: 1_000 });
    expect(clock.now()).toBe(1_000);
    clock.advance(250);
    expect(clock.now()).toBe(1_250);
    clock.set(50);
    expect(clock.now()).toBe(50);
    expect(clock.running).toBe(false);
  });

  it('runs with the given time, and continues from the time to which it is set', () => {
    let realMs = 7_000;
    const clock = new SimulatedClock({ startMs: 100, runsWith: () => realMs });
    realMs += 30.7;
    expect(clock.now()).toBe(130);
    clock.set(1_000);
    realMs += 5;
    clock.advance(10);
    expect(clock.now()).toBe(1_015);
    expect(clock.running).toBe(true);
  });
});
