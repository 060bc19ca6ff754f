/** Captures the unchanged responses of an exchange to one of ccxt's methods. */
import type { UnifiedExchange } from './unified-exchange.ts';

/** The responses to one call, and why ccxt could not read them. */
export interface CapturedResponses {
  /** The responses as the exchange sent them, in the order of the requests. */
  readonly responses: readonly unknown[];
  /** The reason why ccxt's class could not read them; `null` if it could. */
  readonly failure: string | null;
  /** Currencies that the class could not read, raw, each with the reason. */
  readonly unparsed: readonly { readonly raw: unknown; readonly reason: string }[];
}

const CAPTURED = ['fetchBalance', 'fetchCurrencies'] as const;
const REASON_LENGTH_MAX = 200;

/** Functions that return the responses to the last call of a method, once. */
export type ResponseCapture = {
  readonly take: (method: (typeof CAPTURED)[number]) => CapturedResponses;
};

/** A call, running or finished. */
class Call {
  readonly responses: unknown[] = [];
  readonly unparsed: { raw: unknown; reason: string }[] = [];
  failure: string | null = null;
  #requests = 0;
  #responded = 0;

  /** Runs a request of this call, and records a copy of its response. */
  async record(request: () => Promise<unknown>): Promise<unknown> {
    const index = this.#requests;
    this.#requests += 1;
    const response = await request();
    this.#responded += 1;
    // Classes change the responses that they read.
    this.responses[index] = structuredClone(response);
    return response;
  }

  /** True if every request got a response: a failure then comes from reading the responses. */
  get hasResponses(): boolean {
    return this.#requests > 0 && this.#responded === this.#requests;
  }
}

/**
 * Captures the responses to `fetchBalance` and `fetchCurrencies`. If the responses arrive but the class
 * cannot read them, the call does not fail: it returns an empty result, and the reason is captured.
 */
export function captureResponses(ccxt: UnifiedExchange): ResponseCapture {
  const last = new Map<string, Call>();
  let current: Call | undefined;
  const fetch = ccxt.fetch.bind(ccxt);
  ccxt.fetch = async (...request) =>
    current === undefined ? fetch(...request) : current.record(() => fetch(...request));
  for (const method of CAPTURED) {
    const original = ccxt[method].bind(ccxt);
    ccxt[method] = async (...args) => {
      // A class may call one of the methods within the other.
      if (current !== undefined) return original(...args);
      const call = new Call();
      current = call;
      last.set(method, call);
      try {
        return await original(...args);
      } catch (error) {
        if (!call.hasResponses) throw error;
        call.failure = reasonOf(error);
        return {};
      } finally {
        current = undefined;
      }
    };
  }
  const parse = ccxt.parseCurrency.bind(ccxt);
  ccxt.parseCurrency = (raw) => {
    try {
      return separateNetworks(ccxt, () => parse(raw));
    } catch (error) {
      current?.unparsed.push({ raw: structuredClone(raw), reason: reasonOf(error) });
      return undefined;
    }
  };
  const take: ResponseCapture['take'] = (method) => {
    const { responses = [], failure = null, unparsed = [] } = last.get(method) ?? {};
    last.delete(method);
    return { responses, failure, unparsed };
  };
  return { take };
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);
}

/**
 * Runs `read`, and returns each network code only once meanwhile. Classes key the networks of a currency by
 * ccxt's code, so a network would overwrite another one with the same code (all chains like Ethereum at
 * HitBTC).
 */
function separateNetworks<Value>(ccxt: UnifiedExchange, read: () => Value): Value {
  const toCode = ccxt.networkIdToCode;
  const given = new Set<string>();
  ccxt.networkIdToCode = (id, currencyCode) => {
    const code = toCode.call(ccxt, id, currencyCode);
    if (code === undefined) return code;
    const key = given.has(code) ? `${code}#${given.size}` : code;
    given.add(key);
    return key;
  };
  try {
    return read();
  } finally {
    ccxt.networkIdToCode = toCode;
  }
}
