import { expect, it } from 'vitest';

import { CREDENTIAL_PLACEHOLDERS, writeRequest } from './request-code.ts';

const BASE_URL = 'http://127.0.0.1:8080';

it('writes a listing as curl, quoted for a shell, without parameters that are not set', () => {
  const query = { asset: `B'T&$(id)`, limit: 25, since: undefined };
  const credentials = { ...CREDENTIAL_PLACEHOLDERS, apiKey: `it's $HOME` };
  const code = writeRequest('curl', { kind: 'transactions', query }, BASE_URL, credentials);
  expect(code.split(' \\\n  ')).toEqual([
    `curl 'http://127.0.0.1:8080/v0/wallet/transactions?asset=B%27T%26%24%28id%29&limit=25'`,
    String.raw`--header 'x-svc-api-key: it'\''s $HOME'`,
    `--header 'x-svc-org-id: <ORG_ID>'`,
    `--header 'x-svc-project-id: <PROJECT_ID>'`,
    `--header 'x-svc-wallet-id: <WALLET_ID>'`,
  ]);
});

it('writes both requests as TypeScript, without credentials', () => {
  const query = { asset: 'a"b', fields: ['id', 'amount'] } as const;
  const request = { kind: 'transactions', query } as const;
  const listing = writeRequest('TypeScript', request, BASE_URL, CREDENTIAL_PLACEHOLDERS);
  expect(listing).toContain('apiKey: "<API_KEY>"');
  expect(listing).toContain(String.raw`asset: "a\"b"`);
  expect(listing).toContain('fields: ["id","amount"]');
  const balance = writeRequest(
    'TypeScript',
    { kind: 'balance' },
    BASE_URL,
    CREDENTIAL_PLACEHOLDERS,
  );
  expect(balance).toContain('await wallet.withdrawableBalance()');
});
