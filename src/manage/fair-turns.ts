import { ManageError } from './errors.ts';

/** How many works of {@link FairTurns} run and wait. */
export interface TurnLimits {
  readonly runningMax: number;
  readonly runningOfGroupMax: number;
  readonly waitingMax: number;
  readonly waitingOfGroupMax: number;
}

interface Group {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets some works run at the same time, and others wait. Groups take turns, and none has all turns, so that the works of one
 * project do not stop those of others.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Groups with works. The one whose turn is next is the first. */
  readonly #groups = new Map<string, Group>();
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** True if no work runs or waits. */
  get isIdle(): boolean {
    return this.#groups.size === 0;
  }

  /** Runs a work of a group in its turn. @throws {ManageError} `overloaded` if too many works wait. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const group = await this.#take(name);
    try {
      return await work();
    } finally {
      this.#end(name, group);
    }
  }

  async #take(name: string): Promise<Group> {
    const { waitingMax, waitingOfGroupMax } = this.#limits;
    const group = this.#groups.get(name) ?? { running: 0, waiting: [] };
    if (this.#running < this.#limits.runningMax && this.#mayRun(group)) {
      this.#groups.set(name, group);
      this.#start(group);
      return group;
    }
    if (this.#waiting >= waitingMax || group.waiting.length >= waitingOfGroupMax) {
      throw new ManageError(
        'overloaded',
        'too many requests of this kind wait; repeat the request',
      );
    }
    this.#groups.set(name, group);
    this.#waiting += 1;
    await new Promise<void>((resolve) => void group.waiting.push(resolve));
    return group;
  }

  #mayRun({ running }: Group): boolean {
    return running < this.#limits.runningOfGroupMax;
  }

  #start(group: Group): void {
    group.running += 1;
    this.#running += 1;
  }

  /** Passes the turn on at once, so that a work that arrives meanwhile does not take it. */
  #end(name: string, ended: Group): void {
    ended.running -= 1;
    this.#running -= 1;
    if (ended.running === 0 && ended.waiting.length === 0) this.#groups.delete(name);
    for (const [nextName, group] of this.#groups) {
      const begin = this.#mayRun(group) ? group.waiting.shift() : undefined;
      if (begin === undefined) continue;
      // Behind all others.
      this.#groups.delete(nextName);
      this.#groups.set(nextName, group);
      this.#waiting -= 1;
      this.#start(group);
      begin();
      return;
    }
  }
}
