import type { ServingStore } from '../../src/store/serving.ts';

/** A store that fails on demand, and one that can be held up. */
export interface FaultyStore extends ServingStore {
  /** Thrown by every method while it is set. */
  failure: Error | undefined;
  /** Awaited by every method before it answers. */
  gate: Promise<void>;
}

const OPEN = Promise.resolve();

/** Puts faults before a real store. */
export function addFaults(store: ServingStore): FaultyStore {
  const pass = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    await faulty.gate;
    if (faulty.failure !== undefined) throw faulty.failure;
    return call();
  };
  const faulty: FaultyStore = {
    failure: undefined,
    gate: OPEN,
    findCaller: (keyId, walletId) => pass(() => store.findCaller(keyId, walletId)),
    listTransactions: (id, query) => pass(() => store.listTransactions(id, query)),
    readBalances: (id) => pass(() => store.readBalances(id)),
    // What cannot be read cannot be known to be unchanged.
    generation: (keyId, walletId) =>
      faulty.failure === undefined && faulty.gate === OPEN
        ? store.generation(keyId, walletId)
        : undefined,
    countWallets: () => store.countWallets(),
    ping: () => pass(() => store.ping()),
  };
  return faulty;
}
