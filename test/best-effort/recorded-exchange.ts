import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import type {
  BalanceReading,
  ExchangeAccount,
  ExchangeTransaction,
  UnreadableRow,
} from '../../src/exchanges/exchange.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';

/** Responses by `METHOD host/path`: a value, a failure, or a function of the request. */
export type RecordedResponses = Readonly<Record<string, unknown>>;
/** A response with another HTTP status than 200. */
export interface RecordedFailure {
  readonly failsWith: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
/** A received request. */
export interface RecordedRequest {
  readonly endpoint: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Invented credentials of every kind. */
export const SAMPLE_CREDENTIALS = {
  apiKey: 'account-key',
  secret: Buffer.alloc(32, 7).toString('base64'),
  password: 'password',
  uid: '1',
  login: 'login',
  accountId: '1',
  walletAddress: `0x${'22'.repeat(20)}`,
};

/** A local server that sends these responses, and 404 for any other endpoint. */
export class RecordedExchange {
  readonly requests: RecordedRequest[] = [];
  /** Receives the number of requests, at each request. */
  onRequest: ((count: number) => void) | undefined;
  /**
   * Returns the time in the `date` header of responses (Unix ms). Default: this machine's time; `null` for no
   * header.
   */
  dateMs: (() => number) | null = Date.now;
  readonly #responses: RecordedResponses;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const target = new URL(decodeTarget(request.url ?? '/'));
      const endpoint = `${request.method} ${target.host}${target.pathname}`;
      const asked = {
        endpoint,
        query: target.searchParams,
        body: Buffer.concat(chunks).toString(),
        headers: request.headers,
      };
      this.requests.push(asked);
      this.onRequest?.(this.requests.length);
      const made = this.#responses[endpoint];
      const answer: unknown = typeof made === 'function' ? (made(asked) as unknown) : made;
      const [status, body, headers = {}] = isFailure(answer)
        ? [answer.failsWith, answer.body, answer.headers]
        : [answer === undefined ? 404 : 200, answer];
      response.sendDate = false;
      if (this.dateMs !== null) response.setHeader('date', new Date(this.dateMs()).toUTCString());
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body ?? { msg: 'none' }));
    });
  });

  constructor(responses: RecordedResponses) {
    this.#responses = responses;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

function isFailure(answer: unknown): answer is RecordedFailure {
  return typeof answer === 'object' && answer !== null && 'failsWith' in answer;
}

/** Returns the decoded target. ccxt only encodes URLs with a query. */
function decodeTarget(url: string): string {
  const behindPrefix = url.slice(1);
  return /^https?:\/\//.test(behindPrefix) ? behindPrefix : decodeURIComponent(behindPrefix);
}

/** The result of reading an account. */
export interface RecordedReading {
  readonly transactions: readonly ExchangeTransaction[];
  readonly unreadable: readonly UnreadableRow[];
  readonly balances: BalanceReading | undefined;
  readonly requests: readonly RecordedRequest[];
}

/** Opens an account behind a proxy, without rate limits, with this machine's clock; a wait ends at once. */
export async function openRecorded(
  exchange: string,
  proxyUrl: string,
  credentials: Readonly<Record<string, string>> = SAMPLE_CREDENTIALS,
): Promise<ExchangeAccount> {
  let waitedMs = 0;
  const sleep = async (durationMs: number) => void (waitedMs += durationMs);
  const directory = createExchangeDirectory({
    proxyUrl,
    throttle: false,
    clock: { nowMs: Date.now, elapsedMs: () => Date.now() + waitedMs, sleep },
    signal: new AbortController().signal,
  });
  return directory.openAccount(exchange, credentials);
}

/** Reads two years of every source, in windows of the source, and the balances. */
export async function readRecorded(
  name: string,
  responses: RecordedResponses,
  secret = SAMPLE_CREDENTIALS.secret,
): Promise<RecordedReading> {
  using exchange = new RecordedExchange(responses);
  const account = await openRecorded(name, await exchange.listen(), {
    ...SAMPLE_CREDENTIALS,
    secret,
  });
  const rows = new Map<string, ExchangeTransaction>();
  const unreadable = new Map<string, UnreadableRow>();
  const nowMs = await account.fetchTimeMs();
  for (const source of account.sources) {
    for (let toMs = nowMs; toMs > nowMs - 2 * 365 * 86_400_000; toMs -= source.windowMsMax) {
      const reading = await account.readWindow(source, toMs - source.windowMsMax, toMs);
      for (const row of reading.transactions) rows.set(row.key, row);
      for (const row of reading.unreadable) unreadable.set(row.key, row);
    }
  }
  const balances = await account.readBalances();
  return {
    transactions: [...rows.values()],
    unreadable: [...unreadable.values()],
    balances,
    requests: exchange.requests,
  };
}
