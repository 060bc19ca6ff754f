/** Documented responses of exchanges to a wrong key, a missing right, another address, a wrong time or too many requests. */
import { expect, it } from 'vitest';

import { loadSamples } from './load-samples.ts';
import { openRecorded, RecordedExchange, SAMPLE_CREDENTIALS } from './recorded-exchange.ts';

const SAMPLES = await loadSamples();

const CLOCK = 'exchange_clock';
const DENIED = 'exchange_permission_denied';
const REFUSED = 'exchange_key_refused';
const REQUEST = 'exchange_request_refused';

function named(name: string, message: string): string {
  return JSON.stringify({ error: { name, message } });
}

const RESPONSES: readonly (readonly [string, number, string, string])[] = [
  ['bingx', 200, '{"code":100004,"msg":"permission denied"}', DENIED],
  ['bingx', 200, '{"code":100410,"msg":"x"}', 'exchange_rate_limited'],
  ['bingx', 200, '{"code":100413,"msg":"Incorrect apiKey"}', REFUSED],
  ['bingx', 200, '{"code":100419,"msg":"IP does not match IP whitelist"}', DENIED],
  ['bingx', 200, '{"code":100421,"msg":"timestamp mismatch"}', CLOCK],
  ['bitflyer', 401, '{"status":-500,"error_message":"Key not found","data":null}', REFUSED],
  ['bithumb', 401, named('invalid_access_key', '잘못된 엑세스 키입니다.'), REFUSED],
  ['bithumb', 401, named('jwt_verification', 'Jwt 토큰 검증에 실패했습니다.'), REFUSED],
  ['bithumb', 401, named('expired_jwt', 'Jwt가 만료되었습니다.'), CLOCK],
  ['bithumb', 401, named('NotAllowIP', 'not allowed client IP'), DENIED],
  ['bithumb', 401, named('out_of_scope', '권한이 부족합니다.'), DENIED],
  [
    'bithumb',
    401,
    named('invalid_query_payload', 'Jwt의 query를 검증하는데 실패하였습니다.'),
    REQUEST,
  ],
  ['btcmarkets', 401, '{"code":"InvalidAPIKey","message":"invalid api key"}', REFUSED],
  ['btcmarkets', 401, '{"code":"InvalidAuthSignature","message":"invalid signature"}', REFUSED],
  ['btcmarkets', 401, '{"code":"InvalidAuthTimestamp","message":"invalid timestamp"}', CLOCK],
  ['btcmarkets', 403, '{"code":"InsufficientAPIPermission","message":"x"}', DENIED],
  ['cex', 200, '{"error":"Authorization is failed"}', REFUSED],
  ['coinbaseexchange', 403, '{"message":"Forbidden"}', DENIED],
  ['coinbaseexchange', 403, '<html>Forbidden</html>', 'exchange_unavailable'],
  [
    'gemini',
    403,
    '{"result":"error","reason":"MissingRole","message":"To access this endpoint, you need to log in to the website ' +
      'and go to the settings page to assign one of these roles [Auditor] to API key x which currently has roles []"}',
    DENIED,
  ],
  [
    'gemini',
    403,
    '{"result":"error","reason":"ApiKeyIpFilteringFailure","message":"ApiKey fails IP Filtering Check for some accounts"}',
    DENIED,
  ],
  ['gemini', 400, '{"result":"error","reason":"InvalidSignature","message":"x"}', REFUSED],
  ['mexc', 400, '{"code":10072,"msg":"Api key info invalid"}', REFUSED],
  ['mexc', 400, '{"msg":"IP [192.0.2.1] not in the ip white list","code":700006}', DENIED],
  ['mexc', 400, '{"code":700007,"msg":"No permission to access the endpoint."}', DENIED],
  ['upbit', 401, named('invalid_access_key', '잘못된 엑세스 키입니다.'), REFUSED],
  ['upbit', 401, named('expired_access_key', 'API 키가 만료되었습니다.'), REFUSED],
  ['upbit', 401, named('no_authorization_ip', 'This is not a verified IP.'), DENIED],
  ['upbit', 401, named('no_authorization_i_p', 'This is not a verified IP.'), DENIED],
  ['upbit', 401, named('nonce_used', '이미 요청한 nonce값이 다시 사용되었습니다.'), CLOCK],
  ['upbit', 401, named('invalid_query_payload', 'x'), REQUEST],
];

it.each(RESPONSES)('%s: maps %i %s to %s', async (name, failsWith, body, code) => {
  const { responses, secret = SAMPLE_CREDENTIALS.secret } = SAMPLES[name]!;
  const failure = { failsWith, body };
  const failing = Object.keys(responses).map((endpoint) => [endpoint, failure] as const);
  using exchange = new RecordedExchange(Object.fromEntries(failing));
  const credentials = { ...SAMPLE_CREDENTIALS, secret };
  const account = await openRecorded(name, await exchange.listen(), credentials);
  await expect(account.readBalances()).rejects.toMatchObject({ code });
});
