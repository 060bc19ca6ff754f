/** Finds the sources that the synchronisation of a wallet skips. */
import { HOUR_MS } from '../domain/duration.ts';
import { findExchange } from '../exchanges/catalogue.ts';
import type { WalletRecord, WalletSyncState } from '../store/records.ts';

/** A source that is this much older than the others, beyond its interval, was skipped. */
const SKIPPED_AFTER_MS = HOUR_MS;

/** A part of the history of a source that was read, up to `toMs`. */
interface ReadPart {
  readonly source: string;
  readonly toMs: number;
}

/**
 * Returns the sources that the last successful synchronisation skipped: the key may not read them, or the exchange
 * does not offer them. A former key may have read them.
 */
export function listSkippedSources(
  { exchange }: Pick<WalletRecord, 'exchange'>,
  { lastSyncAtMs }: Pick<WalletSyncState, 'lastSyncAtMs'>,
  parts: readonly ReadPart[],
): readonly string[] {
  if (lastSyncAtMs === null) return [];
  // Coverage has times of the exchange, whose clock may be behind.
  const newestMs = parts.reduce((newest, { toMs }) => Math.max(newest, toMs), 0);
  const readToMs = Math.min(newestMs, lastSyncAtMs);
  const sources = findExchange(exchange)?.sources ?? [];
  const skipped = sources.filter(({ name, intervalMs = 0 }) => {
    const dueMs = readToMs - intervalMs - SKIPPED_AFTER_MS;
    return !parts.some(({ source, toMs }) => source === name && toMs >= dueMs);
  });
  return skipped.map(({ name }) => name);
}
