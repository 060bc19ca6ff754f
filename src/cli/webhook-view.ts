/** Formats webhooks. */
import { formatInstant } from '../domain/instant.ts';
import { viewWebhook } from '../manage/views.ts';
import { nameWebhookState } from '../manage/webhooks.ts';
import type { WebhookStatus } from '../store/webhooks.ts';
import { formatCount, formatDistance } from './format.ts';
import { formatTable, makePrintable } from './table.ts';

/** Returns a webhook for JSON output. */
export function describeWebhook(webhook: WebhookStatus) {
  const { id, ...fields } = viewWebhook(webhook);
  return { id, orgId: webhook.orgId, ...fields };
}

/** Returns webhooks as text for people: a table, and the cause of each failure. */
export function formatWebhooks(
  webhooks: readonly WebhookStatus[],
  nowMs: number,
  columns: number | undefined,
): string {
  const rows = webhooks.map((webhook) => [
    webhook.id,
    webhook.projectId,
    nameWebhookState(webhook),
    formatCount(webhook.pendingCount),
    webhook.walletIds === null ? 'all' : formatCount(webhook.walletIds.length),
    webhook.url,
  ]);
  const header = ['WEBHOOK', 'PROJECT', 'STATE', 'PENDING', 'WALLETS', 'URL'];
  const problems = webhooks.flatMap((webhook) => {
    const problem = explainState(webhook, nowMs);
    return problem === undefined ? [] : [`${webhook.id} ${problem}`];
  });
  const table = formatTable(header, rows, columns);
  return problems.length === 0 ? table : [table, '', ...problems].join('\n');
}

/** Returns the webhooks of a wallet as lines of `wallet show`. */
export function formatWalletWebhooks(
  webhooks: readonly WebhookStatus[],
  nowMs: number,
): readonly string[] {
  if (webhooks.length === 0) return [];
  const lines = webhooks.map((webhook) => {
    const pending = `${formatCount(webhook.pendingCount)} events pending`;
    return `  ${webhook.id} ${explainState(webhook, nowMs) ?? `active, ${pending}`}`;
  });
  return ['', 'Webhooks', ...lines];
}

/** Returns why a webhook does not deliver; `undefined` if it does. */
function explainState(webhook: WebhookStatus, nowMs: number): string | undefined {
  const { disabled, failing, pendingCount } = webhook;
  if (disabled !== null) {
    const since = formatDistance(disabled.atMs, nowMs);
    const advice = `once the receiver works, run: teller webhook enable ${webhook.id}`;
    return `disabled ${since}: ${makePrintable(disabled.message)}; ${advice}`;
  }
  if (failing === null) return undefined;
  const since = formatDistance(failing.sinceMs, nowMs);
  const next = formatInstant(failing.nextAttemptAtMs);
  return (
    `failing since ${formatInstant(failing.sinceMs)} (${since}): ${makePrintable(failing.message)}; ` +
    `${formatCount(pendingCount)} events pending, next attempt ${next}`
  );
}
