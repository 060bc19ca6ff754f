import type { ExchangeAccount } from '../exchange.ts';
import type { CcxtClient } from './ccxt-client.ts';
import type { ClientClock } from './exchange-time.ts';

/** The dependencies and settings with which an account is opened. */
export interface AccountContext {
  readonly client: CcxtClient;
  readonly clock: ClientClock;
  /** False if no rate limit applies, for example with a simulator. */
  readonly throttle: boolean;
}

/** The exports of an exchange's `account.ts`. */
export interface AccountModule {
  /** Opens an account. Sends no request. */
  readonly openAccount: (context: AccountContext) => ExchangeAccount;
}
