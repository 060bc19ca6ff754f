/** The lists of an exchange: ccxt's method that requests each of them, and its filters. */
import { unitOf } from './trait-forms.ts';
import { traitsOf } from './traits.ts';
import type { ListTraits, TimeForm, ExchangeTraits } from './exchange-traits.ts';
import type { BestEffortExchange, HistoryMethod } from './best-effort-exchange.ts';

/** The name of a list, which is also the name of the source that reads it. */
export type ListName = 'deposits' | 'withdrawals' | 'transactions';

/** A list of an exchange. */
export interface HistoryList {
  readonly name: ListName;
  readonly method: HistoryMethod;
  readonly traits: ListTraits;
  /** True if the exchange receives the start of a window. */
  readonly takesStart: boolean;
  /** True if the exchange receives the end of a window. */
  readonly takesEnd: boolean;
  /** The smallest difference between two bounds, ms. */
  readonly unitMs: number;
}

const LIST_NAMES: Readonly<Record<HistoryMethod['name'], ListName>> = {
  fetchDeposits: 'deposits',
  fetchWithdrawals: 'withdrawals',
  fetchDepositsWithdrawals: 'transactions',
  fetchTransactions: 'transactions',
};

/** The assumed form of bounds if only ccxt writes them: seconds are the coarsest form in use. */
const UNSTATED_FORM: TimeForm = 's';

/** Returns every list of an exchange. */
export function listsOf(
  { name, methods }: BestEffortExchange,
  { lists = {}, ...common }: ExchangeTraits = traitsOf(name),
): readonly HistoryList[] {
  return methods.map((method) => {
    const list = LIST_NAMES[method.name];
    const traits: ListTraits = { ...common, ...lists[list] };
    const { start, end } = traits;
    // The documentation overrides what ccxt sends.
    const takesStart = start === undefined ? method.since : start !== null;
    const takesEnd = end === undefined ? method.until : end !== null;
    const forms = [takesStart ? [start] : [], takesEnd ? [end] : []].flat();
    const units = forms.map((bound) => unitOf(bound?.form ?? UNSTATED_FORM));
    return { name: list, method, traits, takesStart, takesEnd, unitMs: Math.max(0, ...units) };
  });
}

/** Returns the list with this name. @throws {RangeError} if the exchange does not have it. */
export function listOf(
  exchange: BestEffortExchange,
  name: string,
  traits?: ExchangeTraits,
): HistoryList {
  const list = listsOf(exchange, traits).find((each) => each.name === name);
  if (list === undefined) throw new RangeError(`${exchange.name} has no list ${name}`);
  return list;
}
