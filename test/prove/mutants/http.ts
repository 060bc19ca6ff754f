import type { Mutant } from '../mutant.ts';

const AUTHENTICATION = ['test/http/authentication.test.ts'];

/** Guards of the HTTP service: tenants, limits, caches, malformed requests. */
export const HTTP_MUTANTS: readonly Mutant[] = [
  {
    does: 'finds a wallet of another project',
    file: 'src/store/statements/callers.ts',
    replace:
      'LEFT JOIN wallet ON wallet.project_id = api_key.project_id AND wallet.id = ${walletId}',
    by: 'LEFT JOIN wallet ON wallet.id = ${walletId}',
    tests: [...AUTHENTICATION, 'test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'accepts an API key by its identifier alone',
    file: 'src/store/statements/callers.ts',
    replace: 'WHERE api_key.id = ${keyId} AND api_key.hash = ${hash}`);',
    by: 'WHERE api_key.id = ${keyId} AND length(${hash}) > 0`);',
    tests: [...AUTHENTICATION, 'test/store/sqlite-contract.test.ts'],
  },
  {
    does: 'accepts the headers of another organization',
    file: 'src/http/plugins/authentication.ts',
    replace: 'if (key.orgId !== orgId || key.projectId !== projectId) {',
    by: 'if (key.orgId !== orgId && key.projectId !== projectId) {',
    tests: AUTHENTICATION,
  },
  {
    does: 'accepts a revoked key',
    file: 'src/http/plugins/authentication.ts',
    replace: 'return revokedAtMs === null && (expiresAtMs',
    by: 'return revokedAtMs !== undefined && (expiresAtMs',
    tests: AUTHENTICATION,
  },
  {
    does: 'accepts an expired key',
    file: 'src/http/plugins/authentication.ts',
    replace: '(expiresAtMs === null || expiresAtMs > nowMs);',
    by: '(expiresAtMs === null || expiresAtMs > 0 * nowMs);',
    tests: AUTHENTICATION,
  },
  {
    does: 'keeps a verified key although the store has changed',
    file: 'src/http/plugins/authentication.ts',
    replace: 'if (current === generation && isInForce(caller.key, nowMs)) return caller;',
    by: 'if (current !== undefined || generation >= 0) return caller;',
    tests: [...AUTHENTICATION, 'test/http/response-cache.test.ts', 'test/http/sync-state.test.ts'],
  },
  {
    does: 'limits no API key',
    file: 'src/http/plugins/authentication.ts',
    replace: 'if (remaining < 0) {',
    by: 'if (remaining < -1) {',
    tests: ['test/http/rate-limit.test.ts'],
  },
  {
    does: 'limits no wrong API keys',
    file: 'src/http/plugins/authentication.ts',
    replace: 'wrongKeys.count(address, apiKey, nowMs);',
    by: '',
    tests: ['test/http/wrong-keys.test.ts'],
  },
  {
    does: 'caches a response for all wallets',
    file: 'src/http/routes/wallet-route.ts',
    replace: 'entityTagOf(`${BODY_FORM} ${path} ${wallet.id} ${revisionOf(wallet)}`),',
    by: 'entityTagOf(`${BODY_FORM} ${path}`),',
    tests: ['test/http/response-cache.test.ts', ...AUTHENTICATION],
  },
  {
    does: 'ignores the revision of a wallet in its cache',
    file: 'src/http/routes/wallet-route.ts',
    replace: '${wallet.id} ${revisionOf(wallet)}`),',
    by: '${wallet.id} ${revisionOf(wallet).length}`),',
    tests: ['test/http/response-cache.test.ts'],
  },
  {
    does: 'accepts the cursor of another wallet',
    file: 'src/domain/listing-cursor.ts',
    replace: 'return key.signCursor(`${walletId}\\n${parameters}',
    by: 'return key.signCursor(`${walletId.length}\\n${parameters}',
    tests: ['test/http/cursor.test.ts'],
  },
  {
    does: 'accepts a cursor that somebody has changed',
    file: 'src/domain/listing-cursor.ts',
    replace:
      'const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);',
    by: 'const isSigned = signature.length === expected.length || timingSafeEqual(signature, expected);',
    tests: ['test/http/cursor.test.ts'],
  },
  {
    does: 'accepts two hosts',
    file: 'src/http/plugins/check-request.ts',
    replace: "if (count > 1) return 'the host header is repeated';",
    by: '',
    tests: ['test/http/malformed-requests.test.ts'],
  },
  {
    does: 'accepts a transfer encoding without an end',
    file: 'src/http/plugins/check-request.ts',
    replace: "return 'the transfer encoding is not chunked';",
    by: 'return undefined;',
    tests: ['test/http/malformed-requests.test.ts'],
  },
  {
    does: 'reads a body of any length',
    file: 'src/http/plugins/check-request.ts',
    replace: 'if (bytes > IGNORED_BODY_BYTES_MAX) raw.destroy();',
    by: '',
    tests: ['test/http/malformed-requests.test.ts', 'test/http/large-bodies.test.ts'],
  },
  {
    does: 'handles any number of requests concurrently',
    file: 'src/http/plugins/admission.ts',
    replace: 'if (this.#running >= this.#readsMax) {',
    by: 'if (this.#running >= Infinity * this.#readsMax) {',
    tests: [
      'test/http/operations.test.ts',
      'test/http/connections.test.ts',
      'test/http/large-bodies.test.ts',
    ],
  },
];
