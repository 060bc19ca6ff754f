/** What the Connect page and its API use. */
import type {
  ConnectEnd,
  ConnectProgress,
  ConnectRequest,
  ConnectSession,
} from '../../domain/connect.ts';

/** The functions and settings of the Connect page. The composition loads what they need when they are used first. */
export interface ConnectParts {
  /** @throws {ManageError} if the session of the token is not open. */
  readonly readSession: (token: string) => Promise<ConnectSession>;
  /** @throws {ManageError} if the account is refused. */
  readonly connect: (token: string, request: ConnectRequest) => Promise<ConnectEnd>;
  /** Returns the step of a check that runs. @throws {ManageError} if the session of the token is not open. */
  readonly readProgress: (token: string) => Promise<ConnectProgress>;
  /** @throws {ManageError} if the session of the token is not open. */
  readonly cancel: (token: string) => Promise<ConnectEnd>;
  /** Returns the list of exchanges as JSON text. */
  readonly listExchanges: () => Promise<string>;
  /** The folder of the built page. */
  readonly folder: string;
  /** Origins of pages that may frame the page. */
  readonly frameOrigins: readonly string[];
}
