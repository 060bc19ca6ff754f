import { expect, it } from 'vitest';

import { scriptContext } from '../../../test/exchanges/scripted-client.ts';
import { ExchangeError } from '../exchange.ts';
import { openAccount } from './account.ts';

/** Reads the balances of an account whose limits of withdrawals are refused. */
function readWithoutLimits(refusal: ExchangeError) {
  const chain = { name: 'TRX', withdraw_disabled: false };
  const responses: Readonly<Record<string, readonly object[]>> = {
    publicSpotGetCurrencies: [{ currency: 'usdt', withdraw_disabled: false, chains: [chain] }],
    privateSpotGetAccounts: [{ currency: 'usdt', available: '12.50' }],
  };
  const context = scriptContext(Date.UTC(2024, 5, 10), (endpoint) => {
    if (endpoint === 'privateWalletGetWithdrawStatus') throw refusal;
    return responses[endpoint];
  });
  return openAccount(context).readBalances();
}

it('reads balances and networks if the exchange has no list of limits', async () => {
  const missing = new ExchangeError('exchange_request_refused', 'HTTP 404');
  const { balances } = await readWithoutLimits(missing);
  expect(balances).toMatchObject([
    {
      asset: 'USDT',
      amount: '12.50',
      networks: [{ id: 'TRX', minWithdrawal: null, maxWithdrawal: null }],
    },
  ]);
});

it.each(['exchange_permission_denied', 'exchange_unavailable'] as const)(
  'fails the balances if the limits are refused with %s',
  async (code) => {
    const refusal = new ExchangeError(code, 'withdraw_status');
    await expect(readWithoutLimits(refusal)).rejects.toBe(refusal);
  },
);
