/** How many connections the work on one node of a Citus cluster may hold. */
import { StoreUnavailableError } from '../store.ts';

/** Finds the node that holds a wallet; `undefined` if the wallet's tables are not distributed. */
export type LocateWallet = (walletId: string) => Promise<number | undefined>;

/** The part of the pool that work on one node may hold: a node that hangs leaves the rest to others. */
const SHARE = 0.5;
/** A wallet moves to another node when shards are rebalanced. */
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
}

/** Bounds the work in progress for each node; work beyond the bound waits in order. */
export class NodeShares {
  readonly #locate: LocateWallet;
  readonly #heldMax: number;
  readonly #waitMs: number;
  readonly #places = new Map<string, Place>();
  readonly #uses = new Map<number, NodeUse>();

  /** @param waitMs the longest that work waits for its turn. */
  constructor(locate: LocateWallet, connectionsMax: number, waitMs: number) {
    this.#locate = locate;
    this.#heldMax = Math.max(1, Math.floor(connectionsMax * SHARE));
    this.#waitMs = waitMs;
  }

  /**
   * Runs work on the node that holds the wallet.
   *
   * @throws {StoreUnavailableError} if the node's share of connections stays in use.
   */
  async run<Result>(walletId: string, work: () => Promise<Result>): Promise<Result> {
    const node = await this.#find(walletId);
    if (node === undefined) return work();
    const use = this.#uses.get(node) ?? { held: 0, waiting: new Set() };
    this.#uses.set(node, use);
    if (use.held >= this.#heldMax) await this.#wait(use);
    else use.held += 1;
    try {
      return await work();
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

  /** Resolves when the share of a finished work was passed on to this one. */
  #wait({ waiting }: NodeUse): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn: Waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.delete(turn);
        reject(new StoreUnavailableError('a node of the database does not answer in time'));
      }, this.#waitMs);
      waiting.add(turn);
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
