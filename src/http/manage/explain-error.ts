/** Turns errors of the functions of `src/manage/`, of the store and of Fastify into problems. */
import { invalidParameter, ProblemError } from '../../domain/problem.ts';
import { listFieldErrors } from '../../manage/credentials.ts';
import { ManageError } from '../../manage/errors.ts';
import {
  AccountTakenError,
  ClaimLostError,
  ExternalIdTakenError,
  MasterKeyReplacedError,
  RecordNotFoundError,
  WalletPausedError,
} from '../../store/errors.ts';
import { EndpointRefusedError } from '../../webhooks/endpoint-url.ts';
import { explainBodyError } from './raw-body.ts';

/** Returns the problem of an error; `undefined` for an error of another kind. */
export function explainManageError(error: unknown): ProblemError | undefined {
  if (error instanceof ManageError) return explainRefusal(error);
  if (error instanceof RecordNotFoundError) return notFound(error.kind);
  if (error instanceof ExternalIdTakenError) {
    return new ProblemError('external_id_taken', error.message);
  }
  if (error instanceof WalletPausedError) return new ProblemError('wallet_paused', error.message);
  if (error instanceof EndpointRefusedError) return invalidParameter('url', error.message);
  if (error instanceof ClaimLostError) {
    return new ProblemError('idempotency_running', 'the same request was begun again; repeat it');
  }
  if (error instanceof MasterKeyReplacedError || error instanceof AccountTakenError) {
    return new ProblemError('overloaded', 'a concurrent change was made; repeat the request');
  }
  return explainBodyError(error);
}

/** Returns the problem of a record that does not exist, or that the management key may not see. */
export function notFound(kind: string): ProblemError {
  const code = kind.startsWith('wallet') ? 'wallet_not_found' : 'not_found';
  return new ProblemError(code, `there is no such ${kind}`);
}

function explainRefusal({ code, message, details }: ManageError): ProblemError {
  if (code === 'unknown_exchange') return invalidParameter('exchange', message);
  if (code === 'return_url_refused') return invalidParameter('returnUrl', message);
  if (code !== 'credentials_malformed') return new ProblemError(code, message);
  const parameterErrors = listFieldErrors(details['problems'], 'credentials.');
  return new ProblemError(code, message, { parameterErrors });
}
