/** Delivers the events of one wallet to one endpoint, in their order. */
import { DAY_MS } from '../domain/duration.ts';
import { listSigningSecrets } from '../domain/webhook-secrets.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import {
  BACKLOG_EVENTS_MAX,
  type PendingEvent,
  type PendingEvents,
  type WebhookDelivery,
} from '../store/webhooks.ts';
import { inSpan } from '../telemetry/in-span.ts';
import type { DelivererOptions } from './deliverer-options.ts';
import { FAILING_ATTEMPTS_MIN, FAILING_MS_MAX, retryDelayMs } from './retry.ts';
import { writeMessage } from './webhook-payload.ts';
import type { SendResult } from './webhook-sender.ts';

/** The duration of a lease: more than the time until the next record, and the attempt that is then running. */
export const DELIVERY_LEASE_MS = 20_000;
/** After this time without a record of the progress, it is recorded, which extends the lease. */
const RECORD_MS = 5000;
/** Maximum events that are read together, and that a killed process may deliver twice. */
const BATCH_EVENTS_MAX = 20;
/** After this time, other deliveries are first. */
const SLICE_MS = 30_000;
/** The wait for events that are not visible yet, because their shard has not committed them. */
const UNSEEN_MS = 1000;

type FailedResult = Extract<SendResult, { ok: false }>;

/** The end of a batch. */
interface BatchEnd {
  readonly deliveredNo: number;
  /** True if the log may have more events. */
  readonly isMore: boolean;
  readonly failed: FailedResult | undefined;
}

/** Whether the receiver has accepted the last event of a run; `none` if the run has sent none. */
export type DeliveryResult = 'accepted' | 'failed' | 'none';

/**
 * Delivers events until there are none, one fails, or the time of the run is over; then releases the lease.
 *
 * @throws {StoreUnavailableError} The delivery is retried when its lease has ended, and no failure is counted.
 */
export async function runDelivery(
  options: DelivererOptions,
  delivery: WebhookDelivery,
): Promise<DeliveryResult> {
  const { store, nowMs, signal } = options;
  if (
    // Events that only other endpoints have chosen are between the numbers, so the chosen ones are counted too.
    delivery.pendingNo - delivery.deliveredNo > BACKLOG_EVENTS_MAX &&
    (await store.hasMorePending(delivery, BACKLOG_EVENTS_MAX))
  ) {
    const limit = BACKLOG_EVENTS_MAX.toLocaleString('en-US');
    await disable(options, delivery, `more than ${limit} events of a wallet were not delivered`);
    return 'none';
  }
  const startedAtMs = nowMs();
  let result: DeliveryResult = 'none';
  let { deliveredNo } = delivery;
  for (;;) {
    const pending = await store.readPendingEvents(delivery, deliveredNo, BATCH_EVENTS_MAX);
    const end = await deliverBatch(options, delivery, deliveredNo, pending);
    const hasProgressed = end.deliveredNo > delivery.deliveredNo;
    deliveredNo = end.deliveredNo;
    if (end.failed !== undefined && !signal.aborted) {
      await recordFailure(options, delivery, { ...end, failed: end.failed, hasProgressed });
      return 'failed';
    }
    if (pending.events.length > 0 && hasProgressed) result = 'accepted';
    const isOver = !end.isMore || signal.aborted || nowMs() - startedAtMs >= SLICE_MS;
    const isHeld = await store.recordDelivery(delivery, {
      deliveredNo,
      untilMs: isOver ? null : nowMs() + DELIVERY_LEASE_MS,
      dueAtMs: nowMs() + (end.isMore ? 0 : UNSEEN_MS),
      // An interrupted attempt changes nothing.
      failure: hasProgressed ? null : delivery.failure,
    });
    if (isOver || !isHeld) return result;
  }
}

/** Sends events one after the other, until one fails. An event is sent only after the one before was accepted. */
async function deliverBatch(
  options: DelivererOptions,
  delivery: WebhookDelivery,
  afterNo: number,
  { events, readToNo }: PendingEvents,
): Promise<BatchEnd> {
  const { nowMs, signal } = options;
  const startedAtMs = nowMs();
  let deliveredNo = afterNo;
  for (const event of events) {
    const isLate = nowMs() - startedAtMs >= RECORD_MS;
    if (isLate || signal.aborted) return { deliveredNo, isMore: true, failed: undefined };
    const result = await deliverEvent(options, delivery, event);
    if (!result.ok) return { deliveredNo, isMore: true, failed: result };
    deliveredNo = event.eventNo;
  }
  const isMore = events.length === BATCH_EVENTS_MAX;
  return { deliveredNo: readToNo, isMore, failed: undefined };
}

/** Sends one event in a span. */
function deliverEvent(
  options: DelivererOptions,
  delivery: WebhookDelivery,
  event: PendingEvent,
): Promise<SendResult> {
  const { endpointId, walletId } = delivery;
  const attributes = {
    'teller.webhook.id': endpointId,
    'teller.wallet.id': walletId,
    'teller.webhook.event': event.name,
  };
  return inSpan('deliver webhook', attributes, async (span) => {
    const result = await sendEvent(options, delivery, event);
    if (result.ok) span.set({ 'http.response.status_code': result.status });
    else span.fail('webhook_not_delivered');
    return result;
  });
}

/** @throws {StoreUnavailableError} if the master key could not be read from the store, which is no fault of the webhook. */
async function sendEvent(
  { send, openSecrets, logger, nowMs, signal }: DelivererOptions,
  { url, projectId, credentials, endpointId, walletId }: WebhookDelivery,
  event: PendingEvent,
): Promise<SendResult> {
  let secrets: readonly string[];
  try {
    secrets = listSigningSecrets(await openSecrets(credentials, endpointId), nowMs());
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    const message = 'the secret of the webhook cannot be decrypted; check TELLER_MASTER_KEY';
    logger.error({ err: error, webhookId: endpointId, walletId }, message);
    return { ok: false, message, isGone: false, retryAfterMs: undefined };
  }
  return send({ url, secrets }, writeMessage(event, projectId), signal);
}

/** Plans the next attempt, or disables the endpoint. */
async function recordFailure(
  options: DelivererOptions,
  delivery: WebhookDelivery,
  end: BatchEnd & { readonly failed: FailedResult; readonly hasProgressed: boolean },
): Promise<void> {
  const { store, logger, nowMs, random } = options;
  const { endpointId, walletId } = delivery;
  const { message, isGone, retryAfterMs } = end.failed;
  const atMs = nowMs();
  const before = end.hasProgressed ? null : delivery.failure;
  // A failure that began in the future was recorded under a wrong clock, and would let the next attempt count as misdated.
  const sinceMs = Math.min(before?.sinceMs ?? atMs, atMs);
  const count = (before?.count ?? 0) + 1;
  const dueAtMs = atMs + retryDelayMs(count, retryAfterMs, random());
  logger.warn({ webhookId: endpointId, walletId, message, count }, 'a webhook was not delivered');
  const { deliveredNo } = end;
  const failure = { message, sinceMs, count };
  const progress = { deliveredNo, untilMs: null, dueAtMs, failure };
  // Without the lease, this attempt decides nothing: the endpoint may have been enabled again since.
  if (!(await store.recordDelivery(delivery, progress))) return;
  if (isGone) await disable(options, delivery, message);
  else if (atMs - sinceMs >= FAILING_MS_MAX && count >= FAILING_ATTEMPTS_MIN) {
    const days = FAILING_MS_MAX / DAY_MS;
    await disable(options, delivery, `no attempt has succeeded for ${days} days: ${message}`);
  }
}

async function disable(
  { store, logger, nowMs }: DelivererOptions,
  { endpointId }: WebhookDelivery,
  reason: string,
): Promise<void> {
  const message = `${reason}; undelivered events were dropped`;
  await store.disableWebhook(endpointId, { message, atMs: nowMs() });
  logger.warn({ webhookId: endpointId, message }, 'a webhook was disabled');
}
