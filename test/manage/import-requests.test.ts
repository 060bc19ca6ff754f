/** What a request to import a file has to send, and what its parameters mean. */
import { readFileSync } from 'node:fs';

import { beforeEach, expect, it } from 'vitest';

import { FILE_MEDIA_TYPES, PRESET_NAMES } from '../../src/domain/import-options.ts';
import { CREDENTIALS, makeWallet } from '../store/contract/fixtures.ts';
import { useManageApp } from './manage-app.ts';
import { NO_ROWS } from './manage-context.ts';

const opened = useManageApp({
  importFile: async (_context, { walletId }) => ({ id: null, walletId, ...NO_ROWS }),
});
beforeEach(async () => {
  const wallet = makeWallet('wallet_a', { projectId: opened.projectId });
  await opened.store.addWallet(wallet, CREDENTIALS);
});

const send = (query: string, type = 'text/csv') =>
  opened.call(`POST /v0/wallets/wallet_a/imports?${query}`, Buffer.from('a,b'), {
    'content-type': type,
  });

it.each([
  ['preset=nope&map=x&skip=+&dryRun=maybe', ['preset', 'map', 'skip', 'dryRun']],
  ['preset=kraken&map=x', ['map']],
  ['preset=kraken&map=gift%3Dpresent', ['map']],
  ['preset=kraken&map=gift%3Dreward%0Agift%3Dcredit', ['map']],
  ['preset=kraken&map=gift%3Dreward&skip=Gift', ['map']],
  ['map=gift%3Dreward&skip=x', ['map', 'skip']],
  ['preset=kraken&format=jsonl', ['format']],
  ['preset=binance&timeZone=Berlin&decimalComma=yes', ['timeZone', 'decimalComma']],
  // A plus sign means a space.
  ['preset=binance&timeZone=+02:00', ['timeZone']],
  ['timeZone=UTC', ['timeZone']],
  ['decimalComma=true&format=jsonl', ['decimalComma']],
])('an import with %s is refused with all invalid parameters', async (query, parameters) => {
  const { status, body } = await send(query);
  const errors = body.errors as readonly { readonly parameter: string; message: string }[];
  expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  expect(errors.map(({ parameter }) => parameter)).toEqual(parameters);
  for (const { message } of errors) expect(message).not.toContain('--');
});

it('a preset is one of those that the document lists', async () => {
  const { paths } = (await opened.call('GET /openapi.json')).body;
  const { parameters } = paths['/v0/wallets/{id}/imports'].post;
  const preset = parameters.find(({ name }: { readonly name: string }) => name === 'preset');
  expect(preset.schema).toEqual({ type: 'string', enum: [...PRESET_NAMES] });
  const { body } = await send('preset=nope');
  expect(body.errors[0].message).toBe(`must be one of ${PRESET_NAMES.join(', ')}`);
});

it.each(['map', 'skip'])('a second %s is refused with the way to give several', async (name) => {
  const { status, body } = await send(`preset=kraken&${name}=a%3Dcredit&${name}=b%3Dcredit`);
  expect([status, body.errors]).toEqual([
    400,
    [
      {
        parameter: name,
        code: 'repeated_parameter',
        message: 'must be given only once, with line breaks (%0A) between the values',
      },
    ],
  ]);
});

it.each(FILE_MEDIA_TYPES)('a file is imported as %s, also with parameters', async (type) => {
  expect((await send('', type)).status).toBe(201);
  expect((await send('', `${type.toUpperCase()}; charset=utf-8`)).status).toBe(201);
});

it.each(['application/json', 'text/plaintext', 'application/x-www-form-urlencoded', 'text/csvx'])(
  'a file that is sent as %s is refused with the types of files',
  async (type) => {
    const { status, body } = await send('', type);
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    for (const accepted of FILE_MEDIA_TYPES) expect(body.detail).toContain(accepted);
  },
);

it('the document and the page of the management API name the types of files', async () => {
  const { paths } = (await opened.call('GET /openapi.json')).body;
  const { content } = paths['/v0/wallets/{id}/imports'].post.requestBody;
  expect(Object.keys(content)).toEqual([...FILE_MEDIA_TYPES]);
  const page = readFileSync(new URL('../../docs/management.md', import.meta.url), 'utf8');
  for (const type of FILE_MEDIA_TYPES) expect(page).toContain(`\`${type}\``);
});
