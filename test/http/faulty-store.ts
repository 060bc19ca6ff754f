import type { ServingStore } from '../../src/store/serving.ts';

/** A store that can be made to fail or to wait. */
export interface FaultyStore extends ServingStore {
  /** Thrown by every method while it is set. */
  failure: Error | undefined;
  /** Every method waits for it before it returns. */
  gate: Promise<void>;
  /** The number of pages that were read. */
  pageCount: number;
}

const OPEN = Promise.resolve();

/** Returns a store that adds faults to a real store. */
export function addFaults(store: ServingStore): FaultyStore {
  const pass = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    await faulty.gate;
    if (faulty.failure !== undefined) throw faulty.failure;
    return call();
  };
  const faulty: FaultyStore = {
    failure: undefined,
    gate: OPEN,
    pageCount: 0,
    findCaller: (...args) => pass(() => store.findCaller(...args)),
    listTransactions: (...args) =>
      pass(() => {
        faulty.pageCount += 1;
        return store.listTransactions(...args);
      }),
    readBalances: (...args) => pass(() => store.readBalances(...args)),
    tracksChanges: store.tracksChanges,
    // If the store fails, its generation is unknown.
    generation: (keyId, walletId) =>
      faulty.failure === undefined && faulty.gate === OPEN
        ? store.generation(keyId, walletId)
        : undefined,
    countWallets: () => pass(() => store.countWallets()),
    countWebhooks: () => pass(() => store.countWebhooks()),
    ping: () => pass(() => store.ping()),
    listNodes: () => pass(() => store.listNodes()),
  };
  return faulty;
}
