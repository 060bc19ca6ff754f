/** Errors of the store. Every method rejects with {@link StoreUnavailableError} if the database does not respond. */

/** An error of the store, with a code. */
export abstract class StoreError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Thrown if the database does not respond, is locked too long, or has another schema version. */
export class StoreUnavailableError extends StoreError {
  readonly code = 'store_unavailable';
}

/** Thrown if the schema belongs to a newer or an older version of the program. */
export class SchemaVersionError extends StoreUnavailableError {}

/** Thrown if the file of the database is corrupted, so that it cannot be read any further. */
export class StoreCorruptedError extends StoreUnavailableError {}

/** Thrown if the user of the database lacks a right. A retry fails too, until an operator has granted it. */
export class StoreRightMissingError extends StoreUnavailableError {}

/** Thrown if a node of a cluster does not respond, or refuses a connection. Wallets on other nodes are available. */
export class NodeUnavailableError extends StoreUnavailableError {
  /** Host and port of the node. */
  readonly address: string;

  /** @param options `refusal`: the reason of the node, if it responds and refuses the connection. */
  constructor(address: string, options?: ErrorOptions & { readonly refusal?: string | undefined }) {
    const refusal = options?.refusal;
    const problem =
      refusal === undefined
        ? 'does not respond; start it or check the network'
        : `refuses connections (FATAL: ${refusal}); correct that`;
    super(
      `the node ${address} of the database cluster ${problem}: its wallets are unavailable until then`,
      options,
    );
    this.address = address;
  }
}

/**
 * Thrown if a walk cannot be continued: too many transactions have changed their time since it began, or the
 * database was replaced by another state.
 */
export class WalkExpiredError extends StoreError {
  readonly code = 'walk_expired';

  constructor() {
    super('too much has changed since the walk began');
  }
}

/** Thrown if a record (an organization, a project, a wallet …) does not exist. */
export class RecordNotFoundError extends StoreError {
  readonly code = 'record_not_found';
  /** The kind of the record, for people: `wallet`. */
  readonly kind: string;

  constructor(kind: string, id: string) {
    super(`there is no ${kind} ${id}`);
    this.kind = kind;
  }
}

/** Thrown if another wallet of the project has the same external id. */
export class ExternalIdTakenError extends StoreError {
  readonly code = 'external_id_taken';

  constructor(externalId: string) {
    super(`another wallet of the project has the external id ${externalId}`);
  }
}

/** Thrown if the account of a wallet is already in the project. */
export class AccountTakenError extends StoreError {
  readonly code = 'account_taken';
  /** The wallet of the account. */
  readonly walletId: string;

  constructor(walletId: string) {
    super(`the account is already in the project, as ${walletId}`);
    this.walletId = walletId;
  }
}

/** Thrown if a wallet cannot be made due because it is paused. */
export class WalletPausedError extends StoreError {
  readonly code = 'wallet_paused';

  constructor(walletId: string) {
    super(`${walletId} is paused`);
  }
}

/** Thrown if the claim of an idempotent request or of a connect session has ended, or was taken over. */
export class ClaimLostError extends StoreError {
  readonly code = 'claim_lost';

  constructor(kind: string, id: string) {
    super(`the claim of ${kind} ${id} was lost`);
  }
}

/** Thrown if the lease of a wallet was lost: another worker has taken it over, or the wallet was removed. */
export class LeaseLostError extends StoreError {
  readonly code = 'lease_lost';

  constructor(walletId: string) {
    super(`the lease of ${walletId} was lost`);
  }
}

/** Thrown if credentials are sealed under a master key that was replaced since it was read. */
export class MasterKeyReplacedError extends StoreError {
  readonly code = 'master_key_replaced';

  constructor() {
    super('the master key was replaced meanwhile; run the command again');
  }
}
