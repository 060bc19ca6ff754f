import { expect, it } from 'vitest';

import { CERTIFIED_EXCHANGES } from '../exchanges/catalogue.ts';
import { ExchangeError, type ExchangeErrorCode } from '../exchanges/exchange.ts';
import { requireUsableKey } from './key-check.ts';

const exchange = CERTIFIED_EXCHANGES[0]!;

it.each<readonly [string, ExchangeErrorCode, string]>([
  ['wrong_credentials', 'exchange_key_refused', 'Invalid API-key, IP, or permissions for action.'],
  ['wrong_credentials', 'exchange_key_refused', 'EAPI:Invalid key'],
  ['missing_right', 'exchange_permission_denied', 'EGeneral:Permission denied'],
  ['address_not_allowed', 'exchange_key_refused', 'Unmatched IP, check the addresses of the key'],
  ['address_not_allowed', 'exchange_permission_denied', 'Invalid IP'],
  ['address_not_allowed', 'exchange_key_refused', '{"label":"IP_FORBIDDEN"}'],
  [
    'address_not_allowed',
    'exchange_key_refused',
    'The requested ip address is not in the api whitelist',
  ],
])('reports %s for %s with the message %s', async (reason, code, message) => {
  const error = new ExchangeError(code, message);
  const checkKey = async () => ({ permissions: undefined, permissionsError: undefined, error });
  await expect(requireUsableKey(exchange, {}, { checkKey })).rejects.toMatchObject({
    code: 'credentials_rejected',
    details: { reason },
  });
});
