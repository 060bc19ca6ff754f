import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';

import { writeExposition } from './exposition.ts';

/** The headers of Prometheus 2.42 and 3.5. */
const PROMETHEUS_2 =
  'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1';
const PROMETHEUS_3 =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1';

async function readSample(): Promise<string> {
  const registers = [new Registry()];
  const labelNames = ['reason'] as const;
  const closed = new Counter({ name: 'closed_total', help: 'Closed.', labelNames, registers });
  closed.inc({ reason: 'a_total ' });
  new Gauge({ name: 'odd_total', help: 'A gauge.', registers }).set(2);
  const buckets = [0.5, 1, 10];
  new Histogram({ name: 'duration_seconds', help: 'Time.', buckets, registers }).observe(0.7);
  return registers[0]!.metrics();
}

describe('the format of the metrics', () => {
  it.each([
    ['application/openmetrics-text; version=1.0.0', true],
    ['Application/OpenMetrics-Text;Version="1.0.0"', true],
    ['application/openmetrics-text', true],
    [PROMETHEUS_2, true],
    [PROMETHEUS_3, true],
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/plain', false],
    ['application/openmetrics-text;version=2.0.0', false],
    ['application/openmetrics-text;q=0', false],
    ['application/openmetrics-text;q=0.2, text/*;q=0.3', false],
    ['application/openmetrics-text;q=x', false],
  ])('for accept: %s is OpenMetrics: %s', (accept, isOpenMetrics) => {
    const { contentType, body } = writeExposition('a 1\n', accept);
    expect(contentType).toMatch(
      isOpenMetrics
        ? /^application\/openmetrics-text; version=1\.0\.0; charset=utf-8$/
        : /^text\/plain; version=0\.0\.4; charset=utf-8$/,
    );
    expect(body).toBe(isOpenMetrics ? 'a 1\n# EOF\n' : 'a 1\n');
  });

  it('is the same text as the library writes for Prometheus', async () => {
    const text = await readSample();
    expect(writeExposition(text, 'text/plain').body).toBe(text);
  });

  it('names counters without their suffix in OpenMetrics, and changes no other line', async () => {
    const { body } = writeExposition(await readSample(), 'application/openmetrics-text');
    expect(body).toBe(`# HELP closed Closed.
# TYPE closed counter
closed_total{reason="a_total "} 1
# HELP odd_total A gauge.
# TYPE odd_total gauge
odd_total 2
# HELP duration_seconds Time.
# TYPE duration_seconds histogram
duration_seconds_bucket{le="0.5"} 0
duration_seconds_bucket{le="1.0"} 1
duration_seconds_bucket{le="10.0"} 1
duration_seconds_bucket{le="+Inf"} 1
duration_seconds_sum 0.7
duration_seconds_count 1
# EOF
`);
  });
});
