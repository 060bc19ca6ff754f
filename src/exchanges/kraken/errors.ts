/** Recognises errors of Kraken that change which data is read. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/** Returns true if the key lacks the permission for an endpoint ("EGeneral:Permission denied"). */
export function isPermissionDenied(error: unknown): boolean {
  return error instanceof ExchangeError && error.code === 'exchange_permission_denied';
}
