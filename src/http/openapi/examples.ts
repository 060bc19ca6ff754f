/** Examples in the OpenAPI document. */
import { type ProblemCode, PROBLEMS } from '../../domain/problem.ts';
import type { JsonSchema } from './schemas.ts';

export const TRANSACTION_EXAMPLE = {
  id: 'tx_4f0c2a9d5b7e41c68d3f9a1e2b7c5d60',
  walletId: 'wallet_5a1f0c9e7b3d2846a0c1e2f3',
  asset: 'USDC',
  type: 'withdrawal',
  amount: 250.5,
  timestamp: 1709210096789,
  status: 'completed',
  txid: '0x8d1f6c5b4a39281706f5e4d3c2b1a0998877665544332211ffeeddccbbaa0099',
  address: '0x52908400098527886e0f7030069857d2e4169ee7',
  feeCost: 1,
  feeCurrency: 'USDC',
};

/** The detail of a problem, by its code; other paths may have another text. */
const DETAILS: Readonly<Record<ProblemCode, string>> = {
  invalid_parameter: 'limit: must be an integer from 1 to 1000',
  unknown_parameter: 'limt: is not a parameter of this route; did you mean limit?',
  repeated_parameter: 'limit: must be given only once',
  malformed_request: 'the path is not well-formed percent-encoding',
  missing_credentials: 'the header x-svc-api-key is required once, with a value',
  invalid_credentials: 'the API key is wrong, revoked or expired',
  scope_mismatch: 'the API key does not belong to this organization and project',
  wallet_not_found: 'the project of the API key does not have this wallet',
  balance_not_available: 'the wallet only takes imports, so it has no balance',
  not_found: 'the service has no such path',
  method_not_allowed: 'this path accepts GET, HEAD, OPTIONS',
  uri_too_long: 'the request target may have at most 8192 characters',
  headers_too_large: 'the headers are too large or too many',
  rate_limited: 'the API key may make 2000 requests per second',
  internal: 'the service failed to respond; its log has the cause under this requestId',
  wallet_not_synced: 'the wallet was never synchronised; retry later',
  wallet_stopped:
    'the wallet was never synchronised and is not retried until its operator acts: the exchange refused the key',
  store_unavailable: 'the database does not respond; retry shortly',
  overloaded: 'the service handles too many requests',
};

/** Returns the body of a problem with this code. */
export function problemExample(code: ProblemCode, detail = DETAILS[code]): JsonSchema {
  const { status, title } = PROBLEMS[code];
  const [parameter, message] = detail.split(': ');
  const isOfParameter = code.endsWith('_parameter');
  return {
    type: `/docs#${code}`,
    title,
    status,
    detail,
    code,
    requestId: '0b7c9a52-6f0e-4a3c-9a59-2f1a4d1f7c11',
    ...(isOfParameter && { errors: [{ parameter, code, message }] }),
  };
}
