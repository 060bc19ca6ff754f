import { expect, it } from 'vitest';

import { readDemoLink } from '../../../explorer/src/state/demo-link.ts';
import { describeDemo, formatDemo } from './demo-view.ts';

const URL_OF_DEMO = 'http://127.0.0.1:8080';
const TENANT = {
  apiKey: 'key_1_secret',
  orgId: 'org_1',
  projectId: 'project_1',
  walletId: 'wallet_1',
};
const DEMO = {
  url: URL_OF_DEMO,
  tenant: TENANT,
  exchangeProxyUrl: 'http://127.0.0.1:9000',
  database: undefined,
  manage: undefined,
};
const HEADERS = [
  'x-svc-api-key: key_1_secret',
  'x-svc-org-id: org_1',
  'x-svc-project-id: project_1',
  'x-svc-wallet-id: wallet_1',
];

it('the demo shows a link that connects the explorer, and a request for each endpoint', () => {
  const lines = formatDemo(DEMO).split('\n');
  const link = lines.find((line) => line.includes('#')) ?? '';
  expect(link.startsWith(`${URL_OF_DEMO}/#`)).toBe(true);
  expect(readDemoLink(new URL(link).hash)).toMatchObject({ connection: TENANT });
  const requests = lines.join('\n').split('curl ').slice(1);
  expect(requests).toHaveLength(2);
  expect(requests[0]).toContain(`${URL_OF_DEMO}/v0/wallet/transactions?limit=5`);
  expect(requests[1]).toContain(`${URL_OF_DEMO}/v0/wallet/withdraw/balance`);
  for (const request of requests) {
    for (const header of HEADERS) expect(request.toLowerCase()).toContain(header);
  }
});

it('the demo with a management API shows its key, its URL and an account to connect', () => {
  const text = formatDemo({
    ...DEMO,
    manage: {
      manageUrl: 'http://127.0.0.1:8081',
      manageKey: 'mkey_1_secret',
      customer: { exchange: 'binance', credentials: { apiKey: 'a', secret: 'b' } },
    },
  });
  for (const part of [
    'TELLER_MANAGE_KEY=mkey_1_secret',
    'TELLER_MANAGE_URL=http://127.0.0.1:8081',
    'TELLER_PROJECT=project_1',
    'binance, {"apiKey":"a","secret":"b"}',
  ]) {
    expect(text).toContain(part);
  }
});

it('the demo with a database shows the variable with which other commands reach its exchange', () => {
  const variable = 'export TELLER_EXCHANGE_PROXY_URL=http://127.0.0.1:9000';
  const lines = formatDemo({ ...DEMO, database: './demo.db' }).split('\n');
  expect(lines).toContain(variable);
  expect(lines[lines.indexOf(variable) - 1]).toContain('--database ./demo.db');
  // The data of this one is in a folder that is removed.
  expect(formatDemo(DEMO)).not.toContain('TELLER_EXCHANGE_PROXY_URL');
  expect(describeDemo(DEMO)).toMatchObject({ exchangeProxyUrl: 'http://127.0.0.1:9000' });
});
