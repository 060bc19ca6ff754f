/**
 * The JSON API of the Connect page. The page is at `/connect#TOKEN`; all paths of its API are
 * below `/connect/api/`. Every request carries the token as `authorization: Bearer TOKEN`; a fragment is not
 * sent, so the token is in no URL of a request.
 *
 * | request | answer |
 * | --- | --- |
 * | `GET session` | {@link ConnectSession} |
 * | `DELETE session` | {@link ConnectEnd}: the customer cancels |
 * | `GET exchanges` | {@link ConnectExchangeList} |
 * | `POST connection` with {@link ConnectRequest} | {@link ConnectEnd}, when the key was checked and the account is connected |
 * | `GET connection` | {@link ConnectProgress}, while another request checks the key |
 *
 * A refused request is `application/problem+json` ({@link ConnectProblem}).
 */

/** What the project can read after the customer has connected. */
export type ConnectScope = 'balances' | 'withdrawal_networks' | 'transactions';

/**
 * A session that is open, or was connected before its time is over, as the page needs it. Any other session is a
 * {@link ConnectProblem}.
 */
export interface ConnectSession {
  /** Identifier, for the operator's product. It is no secret. */
  readonly id: string;
  /** Name of the project that asks. Chosen by the operator: text, never markup. */
  readonly projectName: string;
  readonly reads: readonly ConnectScope[];
  /** Identifier of the only exchange that can be connected; `null` if the customer chooses one. */
  readonly exchange: string | null;
  /** The wallet that gets a new key and keeps its history, at `exchange`; `null` for a new wallet. */
  readonly reconnects: ConnectWallet | null;
  /** Origin of the page to which the customer returns; `null` without one. */
  readonly returnOrigin: string | null;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The end of a session with which an account was connected; `null` for an open one. */
  readonly connected: ConnectEnd | null;
}

/** A wallet of the project, as far as its customer may know it. */
export interface ConnectWallet {
  readonly label: string | null;
  readonly state: ConnectWalletState;
  /** ISO 8601; `null` if it was never synchronised. */
  readonly lastSyncAt: string | null;
}

/** States of a wallet: those of the header `x-svc-sync-state`. */
export type ConnectWalletState =
  | 'new'
  | 'synced'
  | 'backfilling'
  | 'failing'
  | 'stopped'
  | 'paused'
  | 'imported';

/** The list of exchanges: certified ones first, both parts by name. */
export interface ConnectExchangeList {
  readonly items: readonly ConnectExchange[];
}

/** An exchange that can be connected: everything that a form needs. */
export interface ConnectExchange {
  /** ccxt's id. */
  readonly id: string;
  /** The exchange's own name. */
  readonly name: string;
  /** True for an exchange with its own code and simulator. */
  readonly certified: boolean;
  readonly credentials: readonly ConnectCredential[];
  readonly guide: KeyGuide;
  /** The extent of the history, for example `complete` or `the last two years`. */
  readonly history: string;
}

/** A field of the credentials. */
export interface ConnectCredential {
  /** ccxt's name, for example `apiKey`. */
  readonly name: string;
  /** The exchange's own word, for example `Passphrase`. */
  readonly label: string;
  /** True for a value that nobody may see: it is not shown, and removed from the form after a refusal. */
  readonly secret: boolean;
  /** Where to find the value, or how it looks; `null` if the label says it. */
  readonly hint: string | null;
  /** The form of a valid value. */
  readonly form: CredentialForm;
}

/**
 * Forms of credentials that can be checked without the exchange: `issued` is text without white space,
 * `chosen` is text that the owner of the key chose, `signing-key` is a private key of several lines or an
 * Ed25519 key in base64.
 */
export type CredentialForm =
  | 'issued'
  | 'chosen'
  | 'base64'
  | 'signing-key'
  | 'evm-address'
  | 'dydx-address';

/** How a customer creates a key that can only read. */
export interface KeyGuide {
  /** The exchange's page on which keys are created, or its home page. */
  readonly url: string;
  /** What to click, in order. */
  readonly steps: readonly string[];
  /** Rights that the key must have, in the exchange's words. */
  readonly needs: readonly string[];
  /** Rights that the key must not have, in the exchange's words. */
  readonly forbids: readonly string[];
  /** What the exchange says about keys that are bound to IP addresses; `null` if unknown. */
  readonly addresses: string | null;
  /** When a key expires; `null` if the exchange does not say that it does. */
  readonly expiry: string | null;
  /** Other facts, for example that two-factor authentication has to be enabled first. */
  readonly notes: readonly string[];
}

/** The body of `POST connection`. */
export interface ConnectRequest {
  readonly exchange: string;
  /** Values by the name of their field. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** Steps of the check of a key, in order: the exchange is reached, then the rights and the balances are read. */
export const CONNECT_STEPS = ['exchange', 'permissions', 'balances'] as const;

/** A step of {@link CONNECT_STEPS}. */
export type ConnectStep = (typeof CONNECT_STEPS)[number];

/** The check of a key. */
export interface ConnectProgress {
  /** `null` if no key is being checked. */
  readonly step: ConnectStep | null;
}

/** How the customer leaves the page. */
export interface ConnectEnd {
  /**
   * The operator's `returnUrl` with `session` and `state` added; its origin is the session's `returnOrigin`.
   * `null` without one.
   */
  readonly returnUrl: string | null;
}

/** The message to the opener of a pop-up, sent only to the origin `returnOrigin`. */
export interface ConnectMessage {
  readonly type: 'wallet-teller-connect';
  readonly session: string;
  readonly state: 'connected' | 'canceled';
}

/** Codes of a session that can no longer be used. */
export type ConnectSessionCode =
  /** 401: no session has this token. */
  | 'session_not_found'
  /** 410: its time is over. */
  | 'session_expired'
  /** 410: an account was connected with it. */
  | 'session_used'
  /** 410: the customer or the operator canceled it. */
  | 'session_canceled';

/** Why an exchange refuses a key. */
export type ConnectRejection = 'wrong_credentials' | 'missing_right' | 'address_not_allowed';

/** A problem document (RFC 9457) of the Connect API. */
export interface ConnectProblem {
  /** A {@link ConnectSessionCode}, or another one of `problem.ts`. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** With `credentials_malformed`: `parameter` is the name of a field. */
  readonly errors?: readonly { readonly parameter: string; readonly message: string }[];
  /** With `credentials_rejected`. */
  readonly reason?: ConnectRejection;
  /** With `address_not_allowed`: the addresses from which the service calls exchanges, if they are known. */
  readonly addresses?: readonly string[];
  /** With `credentials_too_powerful`. */
  readonly rights?: readonly ('trade' | 'withdraw')[];
  /** With `already_connected`: without the label, because the address of an account may be public. */
  readonly wallet?: Pick<ConnectWallet, 'state'>;
}
