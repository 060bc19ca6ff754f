/** Limits the connections for the work on one node of a Citus cluster. */
import { StoreUnavailableError } from '../errors.ts';

/** Finds the node that holds a wallet; `undefined` if the wallet's tables are not distributed. */
export type LocateWallet = (walletId: string) => Promise<number | undefined>;

/** Time for which the node of a wallet is cached: it changes when shards are rebalanced. */
const PLACE_MS = 60_000;
const PLACES_MAX = 10_000;

interface Place {
  readonly node: Promise<number | undefined>;
  readonly untilMs: number;
}

interface Waiting {
  readonly start: () => void;
}

interface NodeUse {
  held: number;
  readonly waiting: Set<Waiting>;
  /** The time of the last response of the node (`performance.now`). */
  respondedAtMs: number;
}

/** Maximum work in progress for a node, and maximum waits of further work. */
export interface ShareLimits {
  readonly heldMax: number;
  /** Maximum wait for a share. */
  readonly waitMs: number;
  /** Maximum wait without a response of the node to other work. */
  readonly stallMs: number;
}

/**
 * Limits the work in progress for each node; work beyond the limit waits in order. While a node hangs, only
 * the work in progress waits for it; all other work is refused.
 */
export class NodeShares {
  readonly #locate: LocateWallet;
  readonly #limits: ShareLimits;
  readonly #places = new Map<string, Place>();
  readonly #uses = new Map<number, NodeUse>();

  constructor(locate: LocateWallet, limits: ShareLimits) {
    this.#locate = locate;
    this.#limits = limits;
  }

  /**
   * Runs work on the node that holds the wallet.
   *
   * @throws {StoreUnavailableError} if the node's share of connections stays in use.
   */
  async run<Result>(walletId: string, work: () => Promise<Result>): Promise<Result> {
    const node = await this.#find(walletId);
    if (node === undefined) return work();
    const use = this.#uses.get(node) ?? makeUse();
    this.#uses.set(node, use);
    if (use.held >= this.#limits.heldMax) await this.#wait(use);
    else use.held += 1;
    try {
      const result = await work();
      use.respondedAtMs = performance.now();
      return result;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) use.respondedAtMs = performance.now();
      throw error;
    } finally {
      this.#release(node, use);
    }
  }

  #find(walletId: string): Promise<number | undefined> {
    const known = this.#places.get(walletId);
    if (known !== undefined && known.untilMs > performance.now()) return known.node;
    if (this.#places.size >= PLACES_MAX) this.#places.clear();
    const node = this.#locate(walletId);
    this.#places.set(walletId, { node, untilMs: performance.now() + PLACE_MS });
    node.catch(() => this.#places.delete(walletId));
    return node;
  }

  /** Resolves when finished work has passed its share to this work. */
  #wait(use: NodeUse): Promise<void> {
    const { waitMs, stallMs } = this.#limits;
    const refuseAtMs = performance.now() + waitMs;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const turn: Waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const refuseIfLate = (): void => {
        const leftMs = Math.min(refuseAtMs, use.respondedAtMs + stallMs) - performance.now();
        if (leftMs > 0) {
          timer = setTimeout(refuseIfLate, Math.ceil(leftMs));
          return;
        }
        use.waiting.delete(turn);
        reject(
          new StoreUnavailableError(
            'a node of the database does not respond in time; check its load and the network',
          ),
        );
      };
      use.waiting.add(turn);
      refuseIfLate();
    });
  }

  #release(node: number, use: NodeUse): void {
    const [next] = use.waiting;
    if (next === undefined) {
      use.held -= 1;
      if (use.held === 0) this.#uses.delete(node);
      return;
    }
    use.waiting.delete(next);
    next.start();
  }
}

function makeUse(): NodeUse {
  return { held: 0, waiting: new Set(), respondedAtMs: performance.now() };
}
