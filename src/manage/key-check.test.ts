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
  ['address_not_allowed', 'exchange_key_refused', 'the IP is not on the allowlist of the key'],
  ['address_not_allowed', 'exchange_permission_denied', '{"code":40103,"message":"IP_ILLEGAL"}'],
  ['address_not_allowed', 'exchange_permission_denied', 'IP address not whitelisted'],
  ['address_not_allowed', 'exchange_permission_denied', '{"reason":"IP address not allowed"}'],
  ['address_not_allowed', 'exchange_permission_denied', 'does not allow access from this IP.'],
  ['address_not_allowed', 'exchange_permission_denied', 'bithumb not allowed client IP'],
  ['address_not_allowed', 'exchange_permission_denied', 'gemini ApiKey fails IP Filtering Check'],
  ['address_not_allowed', 'exchange_permission_denied', 'IP [192.0.2.1] not in the ip white list'],
  ['address_not_allowed', 'exchange_permission_denied', '{"name":"no_authorization_ip"}'],
  ['address_not_allowed', 'exchange_permission_denied', '{"name":"no_authorization_i_p"}'],
  [
    'address_not_allowed',
    'exchange_permission_denied',
    'Incorrect IP address [IP地址错误]:192.0.2.1',
  ],
  ['wrong_credentials', 'exchange_key_refused', 'the address is not on the whitelist'],
  ['wrong_credentials', 'exchange_key_refused', 'the key has no whitelist of tips'],
])('reports %s for %s with the message %s', async (reason, code, message) => {
  const error = new ExchangeError(code, message);
  const checkKey = async () => ({ permissions: undefined, permissionsError: undefined, error });
  await expect(requireUsableKey(exchange, {}, { checkKey })).rejects.toMatchObject({
    code: 'credentials_rejected',
    details: { reason },
  });
});

it.each([
  ['Invalid IP', ['192.0.2.1'], '. Allow 192.0.2.1, or correct the credentials'],
  ['Invalid IP', [], '. Correct the credentials'],
  ['EAPI:Invalid key', ['192.0.2.1'], '. Correct the credentials'],
])(
  'advises after "%s", with the addresses %j of the service: %s',
  async (text, addresses, advice) => {
    const error = new ExchangeError('exchange_key_refused', text);
    const checkKey = async () => ({ permissions: undefined, permissionsError: undefined, error });
    await expect(requireUsableKey(exchange, {}, { checkKey, addresses })).rejects.toMatchObject({
      message: expect.stringContaining(advice),
    });
  },
);

it.each([
  'Sorry, the service is unavailable in your current area.',
  'Service unavailable from a restricted location according to "b. Eligibility"',
])('does not reject a key because the exchange does not serve the region: %s', async (text) => {
  const error = new ExchangeError('exchange_permission_denied', text);
  const checkKey = async () => ({ permissions: undefined, permissionsError: undefined, error });
  const refused = { code: 'exchange_unavailable', message: expect.stringContaining(text) };
  await expect(
    requireUsableKey(exchange, {}, { checkKey, requireResponse: true }),
  ).rejects.toMatchObject(refused);
});

const UNANSWERED = { permissions: undefined, permissionsError: undefined, error: undefined };
const READS = { ...UNANSWERED, permissions: { withdraw: false, trade: false } };
const silent = CERTIFIED_EXCHANGES.find(({ facts }) => !facts.reportsPermissions)!;

it.each([
  ['was not asked', exchange, undefined, undefined, true],
  ['was not asked, and every key is allowed', exchange, undefined, true, false],
  ['does not report rights and was not asked', silent, undefined, undefined, false],
  ['did not respond', exchange, UNANSWERED, undefined, true],
  ['did not respond, and every key is allowed', exchange, UNANSWERED, true, false],
  ['reported the rights', exchange, READS, undefined, false],
])(
  'knows whether the rights are unchecked if the exchange %s',
  async (_case, profile, check, allowPowerful, rightsUnchecked) => {
    const checkKey = check && (async () => check);
    const checked = await requireUsableKey(profile, {}, { checkKey, allowPowerful });
    expect(checked.rightsUnchecked).toBe(rightsUnchecked);
  },
);

it.each([
  ['reports', exchange, []],
  ['does not report', silent, [{ code: 'permissions_not_reported' }]],
])('warns of a key whose exchange %s the rights', async (_what, profile, warnings) => {
  const checkKey = async () => READS;
  const checked = await requireUsableKey(profile, {}, { checkKey });
  expect(checked.warnings).toMatchObject(warnings);
  expect(checked.warnings).toHaveLength(warnings.length);
});

it('refuses a key that the exchange refuses only if it is asked for the rights', async () => {
  const permissionsError = new ExchangeError('exchange_key_refused', 'Invalid key');
  const checkKey = async () => ({ ...UNANSWERED, permissionsError });
  await expect(requireUsableKey(exchange, {}, { checkKey })).rejects.toMatchObject({
    code: 'credentials_rejected',
    message: expect.stringContaining('rejects the key: Invalid key'),
  });
});

it('names the address that the exchange refuses if only one of two refusals says so', async () => {
  const vague = new ExchangeError('exchange_key_refused', 'invalid signature');
  const precise = new ExchangeError('exchange_permission_denied', 'Incorrect IP address');
  const refused = {
    code: 'credentials_rejected',
    message: expect.stringContaining('does not let the key read balances: Incorrect IP address'),
    details: { reason: 'address_not_allowed' },
  };
  const checkKey = async () => ({ ...UNANSWERED, permissionsError: vague, error: precise });
  await expect(requireUsableKey(exchange, {}, { checkKey })).rejects.toMatchObject(refused);
});

const UNAVAILABLE = new ExchangeError('exchange_unavailable', 'no response');
const AHEAD = new ExchangeError('exchange_clock', 'Timestamp for this request is outside');

it.each([
  ['key_not_checked', /^the key was not checked: no response$/, { error: UNAVAILABLE }],
  ['key_not_checked', /^the key was not checked: .*the time of this machine/, { error: AHEAD }],
  [
    'permissions_not_checked',
    /^the key's permissions were not checked: no response$/,
    { permissionsError: UNAVAILABLE },
  ],
])('warns with %s and the reason %o', async (code, message, failed) => {
  const checkKey = async () => ({ ...UNANSWERED, ...failed });
  const { warnings } = await requireUsableKey(exchange, {}, { checkKey });
  expect(warnings).toEqual([{ code, message: expect.stringMatching(message) }]);
});

const NO_REQUEST = new ExchangeError('exchange_request_refused', 'unknown words');

it.each([{ error: UNAVAILABLE }, { permissionsError: UNAVAILABLE }, { error: NO_REQUEST }])(
  'refuses a key for which the exchange did not respond to %o, if a response is required',
  async (failed) => {
    const checkKey = async () => ({ ...UNANSWERED, ...failed });
    const policy = { checkKey, requireResponse: true };
    await expect(requireUsableKey(exchange, {}, policy)).rejects.toMatchObject({
      code: 'exchange_unavailable',
    });
  },
);

const NONCE = new ExchangeError('exchange_clock', 'EAPI:Invalid nonce');
const OF_CLOCK = 'Check the time of this machine and that it is synchronised (NTP).';

it.each([
  [AHEAD, false, `Timestamp for this request is outside. ${OF_CLOCK}`],
  [AHEAD, true, 'Timestamp for this request is outside.'],
  [NONCE, true, 'EAPI:Invalid nonce. If the key was used while a clock was ahead'],
])(
  'promises no retry of a key that was not stored after %o, for a customer: %s',
  async (error, isCustomer, start) => {
    const checkKey = async () => ({ ...UNANSWERED, error });
    const refused = requireUsableKey(exchange, {}, { checkKey, requireResponse: true, isCustomer });
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining(`was not checked at ${exchange.facts.title}: ${start}`),
    });
    await expect(refused).rejects.not.toMatchObject({
      message: expect.stringMatching(isCustomer ? /retries|this machine/ : /retries/),
    });
  },
);

it('accepts a key with which only the request for the rights is refused', async () => {
  const checkKey = async () => ({ ...UNANSWERED, permissionsError: NO_REQUEST });
  const policy = { checkKey, requireResponse: true };
  expect(await requireUsableKey(exchange, {}, policy)).toMatchObject({
    warnings: [{ code: 'permissions_not_checked' }],
    rightsUnchecked: true,
  });
});
