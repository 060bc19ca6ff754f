/** Sends one message to one endpoint. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

import { type AllowedTargets, signWebhook } from '../domain/webhook.ts';
import { createCheckedLookup, type ResolveName } from './checked-lookup.ts';
import { parseEndpointUrl } from './endpoint-url.ts';
import { readRetryAfter } from './retry.ts';

/** Maximum time of an attempt, from the resolution of the name to the head of the response. */
const ATTEMPT_MS_MAX = 10_000;
/** Maximum bytes of a response's head, and of its body that are read, so that the connection can be reused. */
const HEAD_BYTES_MAX = 16_384;
const BODY_BYTES_MAX = 16_384;
/** Maximum informational responses: Node limits the bytes of each head, and not their number. */
const INFORMATION_MAX = 8;
/** How long the rest of the body is read for the same reason. Most bodies arrive with the head. */
const BODY_MS_MAX = 100;
/** How long an idle connection can be reused. */
const IDLE_MS_MAX = 15_000;
const MESSAGE_LENGTH_MAX = 200;
const HTTP_GONE = 410;

/** A message to send. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** The receiver of a message. */
export interface WebhookReceiver {
  readonly url: string;
  /** The message is signed with each of them. */
  readonly secrets: readonly string[];
}

/** The result of an attempt. */
export type SendResult =
  | { readonly ok: true; readonly status: number }
  | {
      readonly ok: false;
      /** What happened, for the operator; without the URL. */
      readonly message: string;
      /** The receiver returned 410: it wants no more events. */
      readonly isGone: boolean;
      /** The wait that the receiver requests (ms). */
      readonly retryAfterMs: number | undefined;
    };

/** Sends a message and never rejects. */
export type SendWebhook = (
  receiver: WebhookReceiver,
  message: WebhookMessage,
  signal: AbortSignal,
) => Promise<SendResult>;

/** The parts of a sender. */
export interface SenderOptions {
  readonly allowed: AllowedTargets;
  readonly resolveName: ResolveName;
  readonly nowMs: () => number;
  /** Maximum time of an attempt, by default 10 s. */
  readonly attemptMsMax?: number;
}

/** Creates a sender, which reuses connections. Idle ones do not keep the process running. */
export function createSender({
  allowed,
  resolveName,
  nowMs,
  attemptMsMax = ATTEMPT_MS_MAX,
}: SenderOptions): SendWebhook {
  const lookup = createCheckedLookup(resolveName, allowed);
  const pool = { keepAlive: true, timeout: IDLE_MS_MAX };
  const agents = { http: new HttpAgent(pool), https: new HttpsAgent(pool) };
  return async (receiver, message, signal) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(attemptMsMax)]);
    try {
      const url = parseEndpointUrl(receiver.url, allowed);
      const headers = writeHeaders(receiver.secrets, message, nowMs());
      const post = { url, headers, body: message.body, agents, lookup, signal: limited };
      return judgeResponse(await postOnce(post), nowMs());
    } catch (error) {
      if (limited.aborted) return fail(`no response within ${attemptMsMax / 1000} s`);
      return fail(describeError(error));
    }
  };
}

/** One request. */
interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
}

function writeHeaders(
  secrets: readonly string[],
  { id, body }: WebhookMessage,
  nowMs: number,
): Post['headers'] {
  const timestampSeconds = Math.floor(nowMs / 1000);
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'wallet-teller',
    'webhook-id': id,
    'webhook-timestamp': timestampSeconds,
    'webhook-signature': signWebhook(secrets, { id, timestampSeconds, body }),
  };
}

/** Sends a request; repeats it once if the receiver had closed the idle connection that it used. */
async function postOnce(post: Post): Promise<IncomingMessage> {
  try {
    return await exchange(post);
  } catch (error) {
    if (!(error instanceof StaleConnectionError)) throw error;
    return exchange(post);
  }
}

/** Thrown if a reused connection was closed before the response. */
class StaleConnectionError extends Error {}

/** Returns the head of the response, after {@link discardBody}. Redirects are not followed. */
function exchange({ url, headers, body, agents, lookup, signal }: Post): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isHttps = url.protocol === 'https:';
  const send = isHttps ? requestHttps : requestHttp;
  const agent = isHttps ? agents.https : agents.http;
  const settings = { method: 'POST', headers, agent, lookup, signal };
  let received: IncomingMessage | undefined;
  const request = send(url, { ...settings, maxHeaderSize: HEAD_BYTES_MAX }, (response) => {
    received = response;
    discardBody(response, () => resolve(response));
  });
  let informed = 0;
  request.on('information', () => {
    informed += 1;
    if (informed <= INFORMATION_MAX) return;
    request.destroy(new Error('the receiver sent no final response'));
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    const isStale = request.reusedSocket && isClosed;
    // The status counts, also if the body does not end in time.
    if (received !== undefined) resolve(received);
    else reject(isStale ? new StaleConnectionError(error.message) : error);
  });
  // A response that changes the protocol, 101, ends the request without an error.
  request.on('close', () => {
    if (received === undefined) reject(new Error('the receiver closed without a response'));
  });
  request.end(body);
  return promise;
}

/**
 * Ignores the body. One that is short and arrives with the head is read, so that the connection can be reused; any other
 * closes the connection. `onEnd` is called when either is done, so a receiver has no more connections than deliveries.
 */
function discardBody(response: IncomingMessage, onEnd: () => void): void {
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), BODY_MS_MAX);
  response.on('error', () => undefined);
  response.on('close', () => {
    clearTimeout(timer);
    onEnd();
  });
  response.on('end', onEnd);
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) response.destroy();
  });
}

function judgeResponse({ statusCode = 0, headers }: IncomingMessage, nowMs: number): SendResult {
  if (statusCode >= 200 && statusCode < 300) return { ok: true, status: statusCode };
  const redirect = statusCode >= 300 && statusCode < 400 ? '; redirects are not followed' : '';
  return {
    ok: false,
    message: `the receiver returned ${statusCode}${redirect}`,
    isGone: statusCode === HTTP_GONE,
    retryAfterMs: readRetryAfter(headers['retry-after'], nowMs),
  };
}

function fail(message: string): SendResult {
  return { ok: false, message, isGone: false, retryAfterMs: undefined };
}

function describeError(error: unknown): string {
  // A connection that fails at each of several addresses has an error for each.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const text = first instanceof Error ? first.message : 'the request failed';
  return text.slice(0, MESSAGE_LENGTH_MAX);
}
