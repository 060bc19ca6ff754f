/** Errors of the store. Every method rejects with {@link StoreUnavailableError} if the database does not respond. */

/** Thrown if the database does not respond, is locked too long, or has another schema version. */
export class StoreUnavailableError extends Error {
  readonly code = 'store_unavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailableError';
  }
}

/** Thrown if a node of a cluster does not respond. Wallets on other nodes are available. */
export class NodeUnavailableError extends StoreUnavailableError {
  /** Host and port of the node. */
  readonly address: string;

  constructor(address: string, options?: ErrorOptions) {
    super(
      `the node ${address} of the database cluster does not respond; start it or check the network: ` +
        'its wallets are unavailable until then',
      options,
    );
    this.name = 'NodeUnavailableError';
    this.address = address;
  }
}

/**
 * Thrown if a walk cannot be continued: too many transactions have changed their time since it began, or the
 * database was replaced by another state.
 */
export class WalkExpiredError extends Error {
  readonly code = 'walk_expired';

  constructor() {
    super('too much has changed since the walk began');
    this.name = 'WalkExpiredError';
  }
}

/** Thrown if a record (an organization, a project, a wallet …) does not exist. */
export class RecordNotFoundError extends Error {
  readonly code = 'record_not_found';
  /** The kind of the record, for people: `wallet`. */
  readonly kind: string;

  constructor(kind: string, id: string) {
    super(`there is no ${kind} ${id}`);
    this.name = 'RecordNotFoundError';
    this.kind = kind;
  }
}

/** Thrown if a record with this identifier already exists. */
export class RecordExistsError extends Error {
  readonly code = 'record_exists';

  constructor(kind: string, id: string) {
    super(`there is already ${kind} ${id}`);
    this.name = 'RecordExistsError';
  }
}

/** Thrown if another wallet of the project has the same external id. */
export class ExternalIdTakenError extends Error {
  readonly code = 'external_id_taken';

  constructor(externalId: string) {
    super(`another wallet of the project has the external id ${externalId}`);
    this.name = 'ExternalIdTakenError';
  }
}

/** Thrown if the account of a wallet is already in the project. */
export class AccountTakenError extends Error {
  readonly code = 'account_taken';
  /** The wallet of the account. */
  readonly walletId: string;

  constructor(walletId: string) {
    super(`the account is already in the project, as ${walletId}`);
    this.name = 'AccountTakenError';
    this.walletId = walletId;
  }
}

/** Thrown if a wallet cannot be made due because it is paused. */
export class WalletPausedError extends Error {
  readonly code = 'wallet_paused';

  constructor(walletId: string) {
    super(`${walletId} is paused`);
    this.name = 'WalletPausedError';
  }
}

/** Thrown if the claim of an idempotent request or of a connect session has ended, or was taken over. */
export class ClaimLostError extends Error {
  readonly code = 'claim_lost';

  constructor(kind: string, id: string) {
    super(`the claim of ${kind} ${id} was lost`);
    this.name = 'ClaimLostError';
  }
}

/** Thrown if the lease of a wallet was lost: another worker has taken it over, or the wallet was removed. */
export class LeaseLostError extends Error {
  readonly code = 'lease_lost';

  constructor(walletId: string) {
    super(`the lease of ${walletId} was lost`);
    this.name = 'LeaseLostError';
  }
}

/** Thrown if credentials are sealed under a master key that was replaced since it was read. */
export class MasterKeyReplacedError extends Error {
  readonly code = 'master_key_replaced';

  constructor() {
    super('the master key was replaced meanwhile; run the command again');
    this.name = 'MasterKeyReplacedError';
  }
}
