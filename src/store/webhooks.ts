/**
 * The interfaces of the store for webhooks. A writer of a wallet appends its events to the wallet's log, in the
 * transaction that changes the rows. Each endpoint has a place in the log of each of its wallets. A wallet
 * without an endpoint has no log.
 */
import type { SealedCredentials } from '../domain/sealed-credentials.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { EventCause, EventPlace, WebhookEventName } from '../domain/webhook.ts';
import type { ClaimTimes } from './records.ts';

/** Maximum undelivered events of a wallet that an endpoint has chosen. An endpoint that has more is disabled. */
export const BACKLOG_EVENTS_MAX = 1_000_000;

/** A receiver of events. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly projectId: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  /** The chosen wallets; `null` for all wallets of the project, also later ones. */
  readonly walletIds: readonly string[] | null;
  readonly createdAtMs: number;
}

/** Why and when an endpoint was disabled. */
export interface WebhookDisabling {
  readonly message: string;
  readonly atMs: number;
}

/** An endpoint, and the state of its deliveries. */
export interface WebhookStatus extends WebhookEndpoint {
  readonly orgId: string;
  /** `null` while it is active. */
  readonly disabled: WebhookDisabling | null;
  /** Events that were not delivered yet, including events before a chosen one that the endpoint did not choose. */
  readonly pendingCount: number;
  /** The delivery that has failed longest; `null` if the last attempt of each succeeded. */
  readonly failing: {
    readonly walletId: string;
    readonly message: string;
    readonly sinceMs: number;
    readonly nextAttemptAtMs: number;
  } | null;
}

/** Secrets of an endpoint, sealed for its identifier. */
export interface WebhookCredentials extends SealedCredentials {
  readonly endpointId: string;
}

/** The number of endpoints in a state, for the operator. */
export interface WebhookCount {
  readonly state: 'active' | 'failing' | 'disabled';
  readonly count: number;
  readonly pendingCount: number;
  /** When the longest failure of these endpoints began; `null` if none is failing. */
  readonly failingSinceMs: number | null;
}

/** The methods of the command line and the management API. */
export interface WebhookAdminStore {
  /**
   * Adds an endpoint. It receives the events that happen afterwards.
   *
   * @throws {RecordNotFoundError} if the project or one of its chosen wallets does not exist.
   * @throws {MasterKeyReplacedError}
   */
  addWebhook(endpoint: WebhookEndpoint, credentials: SealedCredentials): Promise<void>;
  /** Returns endpoints by creation time, optionally of one project or for one wallet. */
  listWebhooks(filter?: WebhookFilter): Promise<readonly WebhookStatus[]>;
  /** Returns an endpoint and its sealed secret. @throws {RecordNotFoundError} */
  readWebhook(id: string): Promise<WebhookEndpoint & { readonly credentials: SealedCredentials }>;
  /**
   * Replaces the address and the events of an endpoint; a missing one remains as it is. Undelivered events that are not
   * chosen any more are not sent. A new address gets the undelivered events now, also those of deliveries that run: what
   * the former address responds decides nothing. @throws {RecordNotFoundError}
   */
  changeWebhook(
    id: string,
    changes: { readonly url?: string; readonly events?: readonly WebhookEventName[] },
    nowMs: number,
  ): Promise<void>;
  /** Removes an endpoint with its undelivered events. @throws {RecordNotFoundError} */
  removeWebhook(id: string): Promise<void>;
  /**
   * Enables an endpoint. It receives the events that happen afterwards, of all wallets that it includes now.
   *
   * @returns why and when it was disabled; `null` if it was active, then nothing is changed.
   * @throws {RecordNotFoundError}
   */
  enableWebhook(id: string): Promise<WebhookDisabling | null>;
}

/** A selection of endpoints; without a member, all. */
export interface WebhookFilter {
  readonly projectId?: string;
  /** Endpoints that receive events of this wallet, or did before they were disabled. */
  readonly walletId?: string;
}

/** An endpoint with a delivery that can be claimed. */
export type DueEndpoint = Pick<WebhookDelivery, 'endpointId' | 'projectId'>;

/** A claim of the delivery of one wallet's events to one endpoint. */
export interface DeliveryClaim extends ClaimTimes {
  readonly endpointId: string;
}

/** Why the next event of a delivery could not be delivered. */
export interface DeliveryFailure {
  readonly message: string;
  readonly sinceMs: number;
  /** Consecutive failed attempts. */
  readonly count: number;
}

/** The delivery of one wallet's events to one endpoint, claimed by a lease. */
export interface WebhookDelivery {
  readonly endpointId: string;
  readonly walletId: string;
  /** The number of the wallet in its tables. */
  readonly walletNo: number;
  readonly projectId: string;
  /** Random, so that writes of another claim fail, also after a restore. */
  readonly token: number;
  readonly url: string;
  readonly credentials: SealedCredentials;
  /** The events up to this number were delivered. */
  readonly deliveredNo: number;
  /** The number of the newest event that the endpoint has chosen, as far as known. It may have been delivered. */
  readonly pendingNo: number;
  /** The failure of the last attempt; `null` if it succeeded, or before the first. */
  readonly failure: DeliveryFailure | null;
}

/** An undelivered event. */
export interface PendingEvent extends EventPlace {
  readonly name: WebhookEventName;
  readonly cause: EventCause;
  readonly atMs: number;
  /** JSON of the state of the wallet; `null` for events of transactions. */
  readonly detail: string | null;
  /** `null` for events of the wallet. */
  readonly transactionId: string | null;
  /** The current row; `null` if it was removed since, or for events of the wallet. */
  readonly transaction: Transaction | null;
}

/** The next events of a delivery. */
export interface PendingEvents {
  /** The events that the endpoint has chosen, in their order. */
  readonly events: readonly PendingEvent[];
  /** When all of `events` are delivered, everything up to this number is. */
  readonly readToNo: number;
}

/** The state of a delivery to record. */
export interface DeliveryProgress {
  readonly deliveredNo: number;
  /** The end of the extended lease; `null` releases the delivery. */
  readonly untilMs: number | null;
  /** When the delivery is due, unless it is released without a failure and has no newer event. */
  readonly dueAtMs: number;
  /** The failure of the next event; `null` if there is none. */
  readonly failure: DeliveryFailure | null;
}

/** The methods of the process that delivers. */
export interface WebhookStore {
  /**
   * Lists the endpoints with a delivery that is due and has no valid lease, the one that has been due longest first.
   * The list takes one look-up for each active endpoint, however many deliveries are due.
   */
  listDueEndpoints(times: ClaimTimes): Promise<readonly DueEndpoint[]>;
  /** Claims the delivery of an endpoint that has been due longest and has no valid lease. */
  claimDelivery(claim: DeliveryClaim): Promise<WebhookDelivery | undefined>;
  /** Returns the events after a number. */
  readPendingEvents(
    delivery: WebhookDelivery,
    afterNo: number,
    limit: number,
  ): Promise<PendingEvents>;
  /**
   * Returns true if more than `eventsMax` chosen events were not delivered when the delivery was claimed. Reads all
   * undelivered events, so it is slow if there are many.
   */
  hasMorePending(delivery: WebhookDelivery, eventsMax: number): Promise<boolean>;
  /**
   * Records the progress and extends or releases the lease. Releasing also removes events that every endpoint has
   * received.
   *
   * @returns false if the lease is lost; then nothing is written.
   */
  recordDelivery(delivery: WebhookDelivery, progress: DeliveryProgress): Promise<boolean>;
  /** Disables an endpoint and drops its undelivered events. Does nothing if it was disabled or removed. */
  disableWebhook(id: string, reason: WebhookDisabling): Promise<void>;
  /** Lists the secrets of endpoints, ordered by endpoint, after an endpoint. @param exceptKeyId without those under a key. */
  listWebhookSecrets(
    afterEndpointId: string,
    limit: number,
    exceptKeyId?: string,
  ): Promise<readonly WebhookCredentials[]>;
  /**
   * Replaces the secrets of an endpoint.
   *
   * @returns false if they are not `previous` any more, or the endpoint was removed; then nothing is changed.
   * @throws {MasterKeyReplacedError}
   */
  replaceWebhookSecret(previous: WebhookCredentials, next: SealedCredentials): Promise<boolean>;
}
