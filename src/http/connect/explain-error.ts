/** Turns refusals of a connect session or an account into problems. */
import { type AnyProblemCode, invalidParameter, ProblemError } from '../../domain/problem.ts';
import { listFieldErrors } from '../../manage/credentials.ts';
import { ManageError } from '../../manage/errors.ts';
import { ExternalIdTakenError, MasterKeyReplacedError } from '../../store/errors.ts';
import { explainBodyError } from '../manage/raw-body.ts';

/** Returns the problem of an error; `undefined` for an error of another kind. */
export function explainConnectError(error: unknown): ProblemError | undefined {
  if (error instanceof ManageError) return explainRefusal(error);
  if (error instanceof ExternalIdTakenError) {
    const message = 'another account was connected for the same purpose; ask for another link';
    return new ProblemError('external_id_taken', message);
  }
  if (error instanceof MasterKeyReplacedError) {
    return new ProblemError('overloaded', 'the master key was replaced; repeat the request');
  }
  return explainBodyError(error);
}

/** The members of {@link ManageError.details} are those of a `ConnectProblem`, except for the invalid fields. */
function explainRefusal({ code, message, details }: ManageError): ProblemError {
  if (code === 'unknown_exchange') return invalidParameter('exchange', message);
  const { problems, ...members } = details;
  const parameterErrors = listFieldErrors(problems);
  return new ProblemError(code as AnyProblemCode, message, { parameterErrors, members });
}
