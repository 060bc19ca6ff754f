/** Runs a POST request once, however often it is sent with the same idempotency key. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { DAY_MS } from '../../domain/duration.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { invalidParameter, ProblemError } from '../../domain/problem.ts';
import {
  openCredentials,
  ownerOfResponse,
  sealCredentials,
} from '../../domain/sealed-credentials.ts';
import type { ManageContext } from '../../manage/context.ts';
import type { IdempotencyClaim, StoredResponse } from '../../store/manage.ts';
import { KeyCounts } from '../plugins/key-counts.ts';

/** A response to a management request; its body is JSON text, empty for none. */
export interface ManageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly managementKeyId: string;
  readonly idempotencyKey: string;
  readonly method: string;
  readonly target: string;
  readonly body: Buffer;
}

/** After this time a request whose process was killed can be repeated. */
const RUNS_MS_MAX = 60_000;
/** How often the time above is extended while the request runs: an import waits for others. */
const EXTEND_MS = RUNS_MS_MAX / 3;
const RETENTION_MS = DAY_MS;
/** How long a repetition waits for the running request. */
const WAIT_MS_MAX = 20_000;
/** The first interval at which the running request is looked up, which doubles, and the last one. */
const POLL_MS_MIN = 50;
const POLL_MS_MAX = 1000;
/** Repetitions of a management key that wait; each reads the database until the running request ends. */
const WAITING_OF_KEY_MAX = 8;
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/** Returns the idempotency key of a request. @throws {ProblemError} if it is repeated or not of the right form. */
export function readIdempotencyKey(key: string | string[] | undefined): string | undefined {
  if (key === undefined || (typeof key === 'string' && KEY_FORM.test(key))) return key;
  const message = 'must be given only once, with 1 to 255 printable ASCII characters';
  throw invalidParameter('idempotency-key', message);
}

/**
 * Runs a request, or returns the response of the same request. The response is stored in the transaction of the
 * change, sealed because it may contain a new key. Imports are the exception: their response is stored directly after the
 * rows. A request that fails stores nothing and can be repeated.
 *
 * @param run gets the context whose changes also store the response that `respond` makes of their result.
 */
export async function runOnce<Result>(
  context: ManageContext,
  request: KeyedRequest,
  respond: (result: Result) => ManageResponse,
  run: (context: ManageContext) => Promise<Result>,
): Promise<ManageResponse> {
  const begun = await begin(context, request);
  if ('response' in begun) return openResponse(context, request, begun.response);
  const { claim } = begun;
  const extending = setInterval(() => void extend(context, claim), EXTEND_MS);
  try {
    const masterKey = await context.loadMasterKey();
    const seal = (response: ManageResponse, key: MasterKey): StoredResponse => {
      const { status, headers, body } = response;
      const owner = ownerOfResponse(request);
      const sealed = sealCredentials({ body }, owner, key, context.randomBytes);
      return { status, headers, ...sealed };
    };
    let isStored = false;
    const alsoWrite = (result: unknown) => {
      // Only the change itself has a result: other changes of the request store no response.
      if (result === undefined) return {};
      isStored = true;
      return { response: { claim, response: seal(respond(result as Result), masterKey) } };
    };
    const response = respond(await run({ ...context, alsoWrite }));
    if (!isStored) {
      // A long import may end after the master key was replaced.
      const present = await context.loadMasterKey();
      await context.store.completeRequest(claim, seal(response, present));
    }
    return response;
  } catch (error) {
    await abandon(context, claim);
    throw error;
  } finally {
    clearInterval(extending);
  }
}

/** The waiting repetitions of this process, by management key. */
const waiting = new KeyCounts(WAITING_OF_KEY_MAX);

/** Extends the claim. A failure has no effect before the next attempts have failed too. */
async function extend({ store, now }: ManageContext, claim: IdempotencyClaim): Promise<void> {
  await store.extendRequest(claim, now() + RUNS_MS_MAX).catch(() => undefined);
}

type Begun = { readonly claim: IdempotencyClaim } | { readonly response: StoredResponse };

/** Begins a request, or waits for the same one. @throws {ProblemError} `idempotency_conflict`, `idempotency_running`. */
async function begin(context: ManageContext, request: KeyedRequest): Promise<Begun> {
  const begun = await tryToBegin(context, request);
  if (begun !== undefined) return begun;
  const endWait = waiting.take(request.managementKeyId);
  if (endWait === undefined) throw refuseRunning();
  try {
    return await waitAndBegin(context, request);
  } finally {
    endWait();
  }
}

async function waitAndBegin(context: ManageContext, request: KeyedRequest): Promise<Begun> {
  const untilMs = performance.now() + WAIT_MS_MAX;
  for (let pollMs = POLL_MS_MIN; performance.now() < untilMs; pollMs *= 2) {
    await sleep(Math.min(pollMs, POLL_MS_MAX));
    const begun = await tryToBegin(context, request);
    if (begun !== undefined) return begun;
  }
  throw refuseRunning();
}

function refuseRunning(): ProblemError {
  return new ProblemError('idempotency_running', 'the same request has not ended yet');
}

/** Returns `undefined` while the same request runs. */
async function tryToBegin(
  { store, now }: ManageContext,
  { managementKeyId, idempotencyKey, method, target, body }: KeyedRequest,
): Promise<Begun | undefined> {
  const nowMs = now();
  const begun = await store.beginRequest({
    managementKeyId,
    idempotencyKey,
    requestHash: createHash('sha256').update(`${method}\n${target}\n`).update(body).digest(),
    nowMs,
    runsUntilMs: nowMs + RUNS_MS_MAX,
    expiresAtMs: nowMs + RETENTION_MS,
  });
  if (begun.outcome === 'run') return { claim: begun.claim };
  if (begun.outcome === 'done') return { response: begun.response };
  if (begun.outcome === 'running') return undefined;
  throw new ProblemError(
    'idempotency_conflict',
    'the idempotency key was used for a request with another method, path or body',
  );
}

async function openResponse(
  { loadMasterKey }: ManageContext,
  request: KeyedRequest,
  { status, headers, ...sealed }: StoredResponse,
): Promise<ManageResponse> {
  const { body = '' } = openCredentials(sealed, ownerOfResponse(request), await loadMasterKey());
  return { status, headers: { ...headers, 'idempotent-replayed': 'true' }, body };
}

/** The request failed with another error, which is more useful than a failure to forget it. */
async function abandon({ store }: ManageContext, claim: IdempotencyClaim): Promise<void> {
  try {
    await store.abandonRequest(claim);
  } catch {
    // It ends by its time.
  }
}
