/** The formats of the metrics: Prometheus' text format, and OpenMetrics for callers that prefer it. */
import { Registry } from 'prom-client';

/** Maximum media types of an `accept` header that are read. */
const MEDIA_TYPES_MAX = 32;
const PROMETHEUS_RANGES = new Set(['text/plain', 'text/*', '*/*']);
/** Requested versions of OpenMetrics for which text of version 1.0.0 is valid; empty for any version. */
const OPEN_METRICS_VERSIONS = new Set(['1.0.0', '0.0.1', '']);

/** The suffix of the samples of a counter. */
const TOTAL = '_total';

/** The media types of both formats. */
export const PROMETHEUS_TYPE = 'text/plain';
export const OPEN_METRICS_TYPE = 'application/openmetrics-text';

/** The metrics in one format. */
export interface Exposition {
  readonly contentType: string;
  readonly body: string;
}

/** Returns the metrics in the format that the caller prefers. @param text in Prometheus' text format. */
export function writeExposition(text: string, accept: string | undefined): Exposition {
  return prefersOpenMetrics(accept)
    ? { contentType: Registry.OPENMETRICS_CONTENT_TYPE, body: toOpenMetrics(text) }
    : { contentType: Registry.PROMETHEUS_CONTENT_TYPE, body: text };
}

/** Returns whether the header gives OpenMetrics at least the weight of the text format (RFC 9110 §12.5.1). */
function prefersOpenMetrics(accept = ''): boolean {
  const weights = { openMetrics: 0, prometheus: 0 };
  for (const range of accept.split(',', MEDIA_TYPES_MAX)) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = Number(readParameter(parameters, 'q') ?? 1);
    if (PROMETHEUS_RANGES.has(name)) weights.prometheus = Math.max(weights.prometheus, weight);
    if (name !== OPEN_METRICS_TYPE) continue;
    const version = readParameter(parameters, 'version') ?? '';
    if (!OPEN_METRICS_VERSIONS.has(version)) continue;
    weights.openMetrics = Math.max(weights.openMetrics, weight);
  }
  return weights.openMetrics > 0 && weights.openMetrics >= weights.prometheus;
}

function readParameter(parameters: readonly string[], name: string): string | undefined {
  const found = parameters.find((parameter) => parameter.startsWith(`${name}=`));
  return found?.slice(name.length + 1).replaceAll('"', '');
}

/**
 * Returns the metrics as OpenMetrics text: families of counters are named without `_total`, limits of buckets have a
 * fraction, there are no empty lines, and the last line is `# EOF`. prom-client cannot write one registry in both
 * formats, because it renames its counters.
 */
function toOpenMetrics(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const counters = new Set(
    lines
      .filter((line) => line.startsWith('# TYPE ') && line.endsWith(`${TOTAL} counter`))
      .map(nameOf),
  );
  const written = lines.map((line) => {
    if (!line.startsWith('# ')) return line.replace(/(?<=[{,]le="\d+)(?=")/, '.0');
    const name = nameOf(line);
    return counters.has(name) ? line.replace(name, name.slice(0, -TOTAL.length)) : line;
  });
  return [...written, '# EOF', ''].join('\n');
}

/** Returns the name of the family of a line with its help or its type. */
function nameOf(line: string): string {
  return line.split(' ', 3)[2] ?? '';
}
