/** What goes wrong with one request. */
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
  /** The right response, cut in the middle. */
  | { readonly kind: 'truncated-json' }
  /** The connection breaks before a response. */
  | { readonly kind: 'reset' }
  /** The right response, after so many real milliseconds. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** A redirect, to see that credentials do not follow it. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** A JSON string of so many bytes, streamed. */
  | { readonly kind: 'huge-body'; readonly bytes: number }
  /** The exchange's own response to a key that it does not know. */
  | { readonly kind: 'refused-key' };

/** Which requests a fault hits, and how many of them. */
export interface FaultRule {
  readonly fault: Fault;
  /** Tested on the host name; default every host. */
  readonly host?: RegExp;
  /** Tested on the path without the query; default every path. */
  readonly path?: RegExp;
  /** Matching requests that are let through first. Default 0. */
  readonly skip?: number;
  /** Matching requests that are hit then; Infinity for ever. Default 1. */
  readonly times?: number;
}

const RULES_MAX = 1_000;

interface CountedRule {
  readonly rule: FaultRule;
  skipsLeft: number;
  timesLeft: number;
}

/** The faults still to come; rules are consumed in the order in which they were added. */
export class FaultPlan {
  #rules: CountedRule[] = [];

  /** Adds a rule after the others. Throws a RangeError above 1,000 rules. */
  add(rule: FaultRule): void {
    if (this.#rules.length >= RULES_MAX) throw new RangeError('too many fault rules');
    this.#rules.push({ rule, skipsLeft: rule.skip ?? 0, timesLeft: rule.times ?? 1 });
  }

  /** Drops all rules. */
  clear(): void {
    this.#rules = [];
  }

  /** Rules that have not been used up. */
  get remaining(): number {
    return this.#rules.length;
  }

  /** The fault that hits this request, if any; it counts as used. */
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
