import { expect, it } from 'vitest';

import { explainListenError, SERVICE_SETTINGS } from './http-server.ts';

const explain = (code: string, allowsAnyPort = true) => {
  const settings = { ...SERVICE_SETTINGS, allowsAnyPort };
  return explainListenError(Object.assign(new Error(code), { code }), {
    host: 'h',
    port: 80,
    settings,
  });
};

it.each([
  ['EACCES', 'this user may not use the port; choose one from 1024 on with --port'],
  ['ENOTFOUND', 'choose an address of this machine with --host, 127.0.0.1 or 0.0.0.0 for example'],
  [
    'EADDRNOTAVAIL',
    'choose an address of this machine with --host, 127.0.0.1 or 0.0.0.0 for example',
  ],
])('a listener that fails with %s says what to do', (code, advice) => {
  expect(explain(code)).toMatchObject({
    code: 'cannot_listen',
    message: `cannot listen on port 80 of h (${code}): ${advice}`,
  });
});

it('a port in use has port 0 as its advice only if the setting may be 0', () => {
  const used = 'port 80 of h is in use; choose another with --port';
  expect(explain('EADDRINUSE')).toMatchObject({ message: `${used}, or 0 for any free port` });
  expect(explain('EADDRINUSE', false)).toMatchObject({ code: 'port_in_use', message: used });
});

it('another error of a listener is passed on as it is', () => {
  const error = new Error('odd');
  const listener = { host: 'h', port: 1, settings: SERVICE_SETTINGS };
  expect(explainListenError(error, listener)).toBe(error);
});
