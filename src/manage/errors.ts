/** Refusals of the functions of this folder. */

/** Facts about a refusal for programs, such as the fields that are invalid. */
export type RefusalDetails = Readonly<Record<string, unknown>>;

/** Thrown if a change is refused. The message says what happened and why; each caller adds its own advice. */
export class ManageError extends Error {
  readonly code: ManageErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ManageErrorCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = 'ManageError';
    this.code = code;
    this.details = details;
  }
}

/** The codes of refusals. */
export type ManageErrorCode =
  | 'unknown_exchange'
  | 'credentials_malformed'
  | 'credentials_rejected'
  | 'credentials_too_powerful'
  | 'exchange_unavailable'
  | 'wallet_imports_only'
  | 'webhook_changed'
  | 'webhook_failed'
  | 'webhook_secret_unreadable'
  | 'return_url_refused'
  | 'invalid_import'
  | 'session_not_found'
  | 'session_not_open'
  | 'session_expired'
  | 'session_used'
  | 'session_canceled'
  | 'session_busy'
  | 'already_connected'
  | 'overloaded';
