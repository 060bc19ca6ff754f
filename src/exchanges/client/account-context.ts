import type { ExchangeAccount } from '../exchange.ts';
import type { CcxtClient } from './ccxt-client.ts';
import type { BudgetClock } from './rate-budget.ts';

/** What an account of an exchange is opened with. */
export interface AccountContext {
  readonly client: CcxtClient;
  readonly clock: BudgetClock;
  /** False if no rate limit applies, as with a simulator. */
  readonly throttle: boolean;
}

/** What the `account.ts` of an exchange exports. */
export interface AccountModule {
  /** Opens an account. Sends no request. */
  readonly openAccount: (context: AccountContext) => ExchangeAccount;
}
