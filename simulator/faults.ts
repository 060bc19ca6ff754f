/** The fault of one request. */
export type Fault =
  /** An HTTP status such as 429, 500, 503 instead of a response. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterSeconds?: number;
      readonly body?: string;
    }
  /** A web page with status 200, as a firewall in front of an exchange sends. */
  | { readonly kind: 'html' }
  /** The correct response, truncated in the middle. */
  | { readonly kind: 'truncated-json' }
  /** The connection breaks before a response. */
  | { readonly kind: 'reset' }
  /** The correct response, after this number of real milliseconds. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** A redirect, to check that credentials are not sent to its target. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** A JSON string of this number of bytes, streamed. */
  | { readonly kind: 'huge-body'; readonly bytes: number }
  /** The exchange's own response to an unknown key. */
  | { readonly kind: 'refused-key' };

/** The requests that get a fault, and their number. */
export interface FaultRule {
  readonly fault: Fault;
  /** Tested on the host name; default every host. */
  readonly host?: RegExp;
  /** Tested on the path without the query; default every path. */
  readonly path?: RegExp;
  /** Number of matching requests without the fault, before the others. Default 0. */
  readonly skip?: number;
  /** Number of matching requests with the fault; Infinity for all further ones. Default 1. */
  readonly times?: number;
}

const RULES_MAX = 1_000;

interface CountedRule {
  readonly rule: FaultRule;
  skipsLeft: number;
  timesLeft: number;
}

/** The planned faults. Rules are used in the order in which they were added. */
export class FaultPlan {
  #rules: CountedRule[] = [];

  /** Adds a rule after the others. @throws {RangeError} above 1,000 rules. */
  add(rule: FaultRule): void {
    if (this.#rules.length >= RULES_MAX) throw new RangeError('too many fault rules');
    this.#rules.push({ rule, skipsLeft: rule.skip ?? 0, timesLeft: rule.times ?? 1 });
  }

  /** Removes all rules. */
  clear(): void {
    this.#rules = [];
  }

  /** Rules that have not been used up. */
  get remaining(): number {
    return this.#rules.length;
  }

  /** Returns the fault of this request, and counts it as used; `undefined` if there is none. */
  take(host: string, path: string): Fault | undefined {
    const counted = this.#rules.find(
      ({ rule }) => (rule.host?.test(host) ?? true) && (rule.path?.test(path) ?? true),
    );
    if (counted === undefined) return undefined;
    if (counted.skipsLeft > 0) {
      counted.skipsLeft -= 1;
      return undefined;
    }
    counted.timesLeft -= 1;
    if (counted.timesLeft <= 0) this.#rules = this.#rules.filter((rule) => rule !== counted);
    return counted.rule.fault;
  }
}
