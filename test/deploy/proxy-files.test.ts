/** The lines of the proxy configurations that protect the service; `proxies.test.ts` needs the real programs. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const nginx = readSettings('nginx.conf');
const haproxy = readSettings('haproxy.cfg');

it('nginx serves neither the metrics nor the readiness, forwards the address of the caller, and repeats no POST', () => {
  for (const path of ['/metrics', '/readyz']) {
    expect(nginx).toContain(`location = ${path} { return 404; }`);
  }
  expect(nginx.match(/X-Forwarded-For [^;]+/g)).toEqual(['X-Forwarded-For $remote_addr']);
  expect(nginx.match(/proxy_next_upstream [^;]+/g)).toEqual(['proxy_next_upstream error timeout']);
});

it('nginx sends requests to an instance again as soon as it is replaced', () => {
  const servers = nginx.match(/(?<=\bserver )127[^;]+/g);
  expect(servers).toEqual(['127.0.0.1:8080 max_fails=0', '127.0.0.1:8082 max_fails=0']);
});

it('HAProxy serves neither the metrics nor the readiness under any spelling, forwards the address of the caller, and repeats no POST', () => {
  expect(haproxy).toContain('http-request return status 404 if { path,url_dec /metrics /readyz }');
  expect(haproxy.match(/set-header x-forwarded-for \S+/g)).toEqual([
    'set-header x-forwarded-for %[src]',
  ]);
  expect(haproxy).toContain('http-request disable-l7-retry if !METH_GET');
});

/** Returns the settings of a configuration, without comments, on one line. */
function readSettings(file: string): string {
  const text = readFileSync(new URL(`../../deploy/proxy/${file}`, import.meta.url), 'utf8');
  return text.replaceAll(/^ *#.*$/gm, '').replaceAll(/\s+/g, ' ');
}
