/** Errors of Kraken that change what is read. Pure. */
import { ExchangeError } from '../exchange.ts';

/** True if the key lacks the permission for an endpoint ("EGeneral:Permission denied"). */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof ExchangeError && error.code === 'exchange_permission_denied';
}
