/** The files that the Grafana example mounts exist, and Docker accepts them where it is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { hasProgram, pathOf, readOutput } from './run-example.ts';

const ROOT = pathOf('..');
const FILE = 'examples/grafana/compose.yaml';

it('mounts files that exist', () => {
  const text = readFileSync(join(ROOT, FILE), 'utf8');
  const mounted = [...text.matchAll(/- \.\/([^:]+):/g)].map(([, path = '']) => path);
  expect(mounted).toHaveLength(5);
  expect(mounted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('scrapes the port of the metrics in compose.yaml', () => {
  const [, port] = /TELLER_METRICS_PORT: (\d+)/.exec(
    readFileSync(join(ROOT, 'compose.yaml'), 'utf8'),
  )!;
  const scraped = readFileSync(pathOf('grafana/prometheus.yml'), 'utf8');
  expect(scraped).toContain(`service:${port}`);
});

it.runIf(hasProgram('docker', ['compose', 'version']))('is accepted by Docker', async () => {
  const env = { ...process.env, POSTGRES_PASSWORD: 'x', GRAFANA_PASSWORD: 'x' };
  const files = ['-f', join(ROOT, 'compose.yaml'), '-f', join(ROOT, FILE)];
  expect(await readOutput('docker', ['compose', ...files, 'config', '--services'], env)).toContain(
    'grafana',
  );
});
