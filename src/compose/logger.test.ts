import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const LOGGER = new URL('logger.ts', import.meta.url).href;

/** Logs an error in a process of its own, because the log is the standard error of a process. Returns the line. */
function logError(error: string): { readonly err: object } {
  const program = `
    import { createLogger } from '${LOGGER}';
    const logger = await createLogger({ logLevel: 'info' });
    logger.error({ err: ${error} }, 'failed');
  `;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return JSON.parse(stderr) as { readonly err: object };
}

it.each([
  [
    'with a code',
    'Object.assign(error, { code: "exchange_unavailable", url })',
    'exchange_unavailable',
  ],
  ['without a code', 'Object.assign(error, { url })', undefined],
])(
  'logs an error %s without its cause and its other fields, which may contain a signed URL',
  (_which, change, code) => {
    const { err } = logError(`(() => {
    const url = 'https://exchange/?signature=secret';
    const error = new TypeError('no response', { cause: new Error(url) });
    return ${change};
  })()`);
    const stack = expect.stringContaining('TypeError: no response');
    expect(err).toEqual({
      name: 'TypeError',
      message: 'no response',
      stack,
      ...(code && { code }),
    });
    expect(JSON.stringify(err)).not.toContain('secret');
  },
);

it('logs a value that is not an error as text', () => {
  expect(logError("'refused'").err).toEqual({ message: 'refused' });
});
