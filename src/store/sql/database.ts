/** How statements reach an engine. `sqlite/` and `postgres/` implement these interfaces. */
import type { Query } from './query.ts';

/** A row by the names of its columns. Integers are numbers, decimals text, times Unix ms, bytes `Uint8Array`. */
export type Row = Readonly<Record<string, unknown>>;

/** A record as both engines return it: SQLite has no booleans. */
export type Stored<T> = {
  readonly [Name in keyof T]: T[Name] extends boolean ? boolean | number : T[Name];
};

/** Runs statements. */
export interface Session {
  /** Returns all rows. */
  rows<Result = Row>(query: Query): Promise<readonly Result[]>;
  /** Returns the first row; `undefined` if there is none. */
  row<Result = Row>(query: Query): Promise<Result | undefined>;
  /** Returns the number of rows that the statement inserted, updated or deleted. */
  change(query: Query): Promise<number>;
}

/** A transaction that writes. */
export interface WriteSession extends Session {
  /** API keys and wallets whose responses change; other processes are notified after the commit. */
  readonly changed: Set<string>;
}

/** A connection that nothing else uses meanwhile, for long work. Its temporary tables end with it. */
export interface OwnSession extends Session {
  /**
   * Runs `work` in a transaction.
   *
   * @param isCommitted false to roll back at the end.
   */
  write<T>(work: (session: WriteSession) => Promise<T>, isCommitted?: boolean): Promise<T>;
}

/** A database. As a {@link Session} it runs each statement in its own transaction. */
export interface Database extends Session {
  /** Runs several reads on one snapshot. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction, which is rolled back if `work` fails. */
  write<T>(work: (session: WriteSession) => Promise<T>): Promise<T>;
  /** Runs long work on a connection of its own, without a limit of time for a statement. */
  withOwnConnection<T>(work: (session: OwnSession) => Promise<T>): Promise<T>;
}

/** Reads of the service. */
export interface ServingSession extends Session {
  /** Makes the rows of one wallet visible, on PostgreSQL, where row-level security hides all others. */
  showWallet(walletNo: number): void;
}

/** How the service reads: on PostgreSQL as a role that sees one wallet at a time. */
export interface ServingDatabase {
  /** Finds a caller of this wallet, on one snapshot. */
  readCaller<T>(walletId: string, work: (session: ServingSession) => Promise<T>): Promise<T>;
  /** Reads the rows of a wallet, on one snapshot. */
  readWallet<T>(walletNo: number, work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Returns the rows of each query of a wallet, on one snapshot. A query reads one table by an index in its order, and its
   * inputs are numbers, so that PostgreSQL plans it once and gets all queries in one message.
   */
  readAtOnce(walletNo: number, queries: readonly Query[]): Promise<readonly (readonly Row[])[]>;
  /** Runs single reads of what belongs to no wallet. */
  readonly single: Session;
}
