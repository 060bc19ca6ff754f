/** Formats the state of the installation. */
import { formatInstant, formatOptionalInstant } from '../domain/instant.ts';
import { SYNC_STATES } from '../store/records.ts';
import { formatBytes, formatCount, formatDistance } from './format.ts';
import { type Installation, listTroubled } from './installation.ts';
import { describeNextStep, formatNextStep, type NextStep } from './next-step.ts';
import { formatTable } from './table.ts';

const TROUBLED_SHOWN_MAX = 5;

/** Returns the state of the installation for JSON output. */
export function describeInstallation(installation: Installation, nextStep: NextStep) {
  const { states, unavailable, lastSyncAtMs, quarantinedCount, webhooks, database } = installation;
  return {
    wallets: {
      total: installation.wallets.length,
      states: Object.fromEntries(states),
      quarantinedRows: quarantinedCount,
    },
    failing: listTroubled(installation.wallets).map(({ id, exchange, sync }) => ({
      walletId: id,
      exchange,
      state: sync.state,
      code: sync.failure?.code,
      message: sync.failure?.message,
      at: formatOptionalInstant(sync.failure?.atMs ?? null),
    })),
    unavailableExchanges: unavailable.map(({ exchange, wallets, atMs }) => ({
      exchange,
      wallets,
      at: formatInstant(atMs),
    })),
    lastSyncAt: formatOptionalInstant(lastSyncAtMs),
    webhooks: webhooks.map(({ state, count, pendingCount, failingSinceMs }) => ({
      state,
      count,
      pendingCount,
      failingSince: formatOptionalInstant(failingSinceMs),
    })),
    database: { bytes: database.bytes, freeBytes: database.freeBytes ?? null },
    apiKeys: installation.apiKeyCount,
    nextStep: describeNextStep(nextStep),
  };
}

/** Returns the state of the installation as text for people: one screen. */
export function formatInstallation(
  installation: Installation,
  nextStep: NextStep,
  nowMs: number,
  columns: number | undefined,
): string {
  const { wallets, lastSyncAtMs, quarantinedCount } = installation;
  const quarantine =
    quarantinedCount === 0 ? [] : [`Quarantine  ${formatCount(quarantinedCount)} unread rows`];
  return [
    `Wallets     ${formatCount(wallets.length)}`,
    ...formatStates(installation),
    `Last sync   ${lastSyncAtMs === null ? 'never' : formatDistance(lastSyncAtMs, nowMs)}`,
    ...formatExchanges(installation, nowMs),
    ...quarantine,
    `Webhooks    ${describeWebhooks(installation)}`,
    `API keys    ${formatCount(installation.apiKeyCount)}`,
    `Database    ${describeDatabase(installation)}`,
    ...formatTroubled(installation, nowMs, columns),
    '',
    formatNextStep(nextStep, columns),
  ].join('\n');
}

/** In the order of the table of states. */
function formatStates({ states }: Installation): readonly string[] {
  return Object.keys(SYNC_STATES).flatMap((state) => {
    const count = states.get(state as keyof typeof SYNC_STATES);
    return count === undefined ? [] : [`            ${formatCount(count)} ${state}`];
  });
}

function formatExchanges(
  { unavailable, lastSyncAtMs }: Installation,
  nowMs: number,
): readonly string[] {
  if (unavailable.length === 0) {
    return [`Exchanges   ${lastSyncAtMs === null ? 'not used yet' : 'all respond'}`];
  }
  return unavailable.map(({ exchange, wallets, atMs }, index) => {
    const count = `${formatCount(wallets)} ${wallets === 1 ? 'wallet' : 'wallets'}`;
    const name = index === 0 ? 'Exchanges' : '';
    return `${name.padEnd(12)}${exchange} did not respond for ${count}, ${formatDistance(atMs, nowMs)}`;
  });
}

function describeWebhooks({ webhooks }: Installation): string {
  if (webhooks.length === 0) return 'none';
  const states = webhooks.map(({ state, count }) => `${formatCount(count)} ${state}`);
  const pending = webhooks.reduce((sum, { pendingCount }) => sum + pendingCount, 0);
  return `${states.join(', ')}; ${formatCount(pending)} events wait for delivery`;
}

function describeDatabase({ database: { bytes, freeBytes } }: Installation): string {
  const free = freeBytes === undefined ? '' : `, ${formatBytes(freeBytes)} free on its disk`;
  return formatBytes(bytes) + free;
}

function formatTroubled(
  { wallets }: Installation,
  nowMs: number,
  columns: number | undefined,
): readonly string[] {
  const troubled = listTroubled(wallets);
  if (troubled.length === 0) return [];
  const rows = troubled
    .slice(0, TROUBLED_SHOWN_MAX)
    .map(({ id, exchange, sync }) => [
      id,
      exchange,
      sync.state,
      formatDistance(sync.failure?.atMs ?? nowMs, nowMs),
      sync.failure?.message ?? '',
    ]);
  const rest = troubled.length - rows.length;
  const more = rest === 0 ? [] : [`and ${formatCount(rest)} more: teller wallet list`];
  return [
    '',
    formatTable(['WALLET', 'EXCHANGE', 'STATE', 'FAILED', 'ERROR'], rows, columns),
    ...more,
  ];
}
