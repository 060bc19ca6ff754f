/** The bodies of messages: `type`, `timestamp` and `data`, as Standard Webhooks recommends. */
import { createId, type RandomBytes } from '../domain/id.ts';
import { formatInstant } from '../domain/instant.ts';
import { TRANSACTION_FIELDS } from '../domain/transaction.ts';
import { writeTransactions } from '../domain/transaction-json.ts';
import { eventId } from '../domain/webhook.ts';
import type { PendingEvent } from '../store/webhooks.ts';
import type { WebhookMessage } from './webhook-sender.ts';

/** Returns the message of an event. Decimals are written digit by digit, as in the responses of the service. */
export function writeMessage(event: PendingEvent, projectId: string): WebhookMessage {
  const timestamp = formatInstant(event.atMs);
  const data =
    event.transactionId === null
      ? writeWalletData(event, projectId)
      : writeTransactionData(event, projectId);
  const body = `{"type":"${event.name}","timestamp":"${timestamp}","data":${data}}`;
  return { id: eventId(event), body };
}

/** Returns the message that `teller webhook test` sends. */
export function writeTestMessage(
  webhookId: string,
  nowMs: number,
  randomBytes: RandomBytes,
): WebhookMessage {
  const timestamp = formatInstant(nowMs);
  const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { webhookId } });
  return { id: createId('evt', randomBytes), body };
}

function writeWalletData({ walletId, detail }: PendingEvent, projectId: string): string {
  return JSON.stringify({ projectId, walletId, ...(JSON.parse(detail ?? '{}') as object) });
}

function writeTransactionData(event: PendingEvent, projectId: string): string {
  const { walletId, cause, transactionId, transaction } = event;
  const origin = JSON.stringify({ projectId, walletId, cause, transactionId });
  const row =
    transaction === null ? 'null' : writeTransactions(walletId, TRANSACTION_FIELDS, [transaction]);
  return `${origin.slice(0, -1)},"transaction":${row}}`;
}
