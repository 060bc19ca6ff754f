import { SealedCredentialsError } from '../domain/sealed-credentials.ts';
import { trimEndCharacters } from '../domain/trim.ts';
import {
  ExchangeError,
  type ExchangeErrorCode,
  UnknownExchangeError,
} from '../exchanges/exchange.ts';
import type { SyncFailure } from '../store/store.ts';

/** What the operator can do, by the code of the failure. */
const ADVICE: Readonly<Record<ExchangeErrorCode, string>> = {
  exchange_unavailable: 'It is tried again by itself.',
  exchange_rate_limited: 'It is tried again when the exchange allows it.',
  exchange_key_refused:
    'Create a new key at the exchange and store it with "teller wallet credentials".',
  exchange_permission_denied:
    'Allow the key to read funds and history (and this address, where keys are bound to addresses).',
  exchange_request_refused:
    'The exchange may have changed its interface; look for a newer version.',
};

/** Tells a failure as it is kept and shown: a code, what happened, what to do. */
export function describeSyncFailure(error: unknown, atMs: number): SyncFailure {
  if (error instanceof ExchangeError) {
    return {
      code: error.code,
      message: `${endSentence(error.message)} ${ADVICE[error.code]}`,
      atMs,
    };
  }
  if (error instanceof SealedCredentialsError) {
    return {
      code: error.code,
      message: `${endSentence(error.message)} Check TELLER_MASTER_KEY.`,
      atMs,
    };
  }
  if (error instanceof UnknownExchangeError) {
    return {
      code: error.code,
      message: `${endSentence(error.message)} Look for a newer version.`,
      atMs,
    };
  }
  return { code: 'internal', message: 'An internal error; the log has its cause.', atMs };
}

/** The messages of exchanges end in any way. */
function endSentence(text: string): string {
  const sentence = trimEndCharacters(text.trim(), ' \t\n,;:');
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** True where only the operator can mend it. */
export function needsOperator(error: unknown): boolean {
  if (error instanceof ExchangeError) return error.permanent;
  return error instanceof SealedCredentialsError || error instanceof UnknownExchangeError;
}
