import type { CcxtClient } from './ccxt-client.ts';
import type { ExchangeAccount, HistorySource } from './exchange.ts';
import type { BudgetClock, RateBudgetLimits } from './rate-budget.ts';
import type { ReadEndpoint } from './read-only.ts';

/** What an account is opened with. */
export interface ProfileContext {
  readonly client: CcxtClient;
  readonly clock: BudgetClock;
  /** False where no rate limit is kept, against a simulator. */
  readonly throttle: boolean;
}

/** What is particular to one exchange. A profile is plain data until it opens an account. */
export interface ExchangeProfile {
  /** ccxt's id of the exchange. */
  readonly name: string;
  /** Names of the credential fields, as ccxt calls them. */
  readonly requiredCredentials: readonly string[];
  readonly sources: readonly HistorySource[];
  /** Every endpoint that is asked; any other request is refused. */
  readonly readEndpoints: readonly ReadEndpoint[];
  /** Whose requests the exchange counts: those of a caller's address, or those of a key. */
  readonly budgetScope: 'address' | 'key';
  readonly budget: RateBudgetLimits;
  /** What a call takes from the budget, by ccxt's name of the endpoint; 1 where it is not named. */
  readonly costs: Readonly<Record<string, number>>;
  /** True where requests are numbered by a nonce that has to rise, instead of stamped with a time. */
  readonly numbersRequests: boolean;
  readonly open: (context: ProfileContext) => ExchangeAccount;
}
