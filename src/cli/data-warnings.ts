/**
 * Warnings about data that is listed: what its rows do not say, and responses of the service say in headers. They are written
 * to standard error in every format.
 */
import type { BalanceDocument } from '../domain/balance-document.ts';
import { formatInstant } from '../domain/instant.ts';
import type { ServedSync } from '../store/served-sync.ts';
import { note, type Session } from './runtime.ts';
import { makePrintable } from './table.ts';

/** Writes warnings to standard error, a line for each. */
export function writeWarnings(session: Pick<Session, 'stderr'>, warnings: readonly string[]): void {
  for (const warning of warnings) note(session, `warning: ${warning}`);
}

/** Returns the warnings about balances: networks that may be missing, and amounts that may be more than can be withdrawn. */
export function warnOfBalances({
  unknownNetworks,
  withdrawableUnverified,
}: Omit<BalanceDocument, 'json'>): string[] {
  const assets = unknownNetworks.map(makePrintable).join(', ');
  const networks = `the exchange does not report all networks of ${assets} to this key: there may be further ones`;
  const amounts =
    'the exchange does not document, or does not report to this key, which part of the amounts can be withdrawn';
  return [...(assets === '' ? [] : [networks]), ...(withdrawableUnverified ? [amounts] : [])];
}

/** Returns the warnings about a list of transactions: those of {@link warnOfSync}, and whether older rows are missing. */
export function warnOfHistory(walletId: string, sync: ServedSync): string[] {
  const warnings = warnOfSync(walletId, sync);
  // Without any synchronisation, the first warning already says that only imported rows are listed.
  if (sync.historyComplete || sync.lastSyncAtMs === null) return warnings;
  return [...warnings, 'the history is incomplete: older transactions were not read yet'];
}

/** Returns a warning if the data of a wallet is not kept up to date: the reason, the time of the data, and what to do. */
export function warnOfSync(walletId: string, sync: ServedSync): string[] {
  const { syncState, failure, importsOnly, lastSyncAtMs } = sync;
  const data =
    lastSyncAtMs === null
      ? 'only imported transactions are listed'
      : `the data is of ${formatInstant(lastSyncAtMs)}`;
  const failed = `the last synchronisation failed (${failure?.code ?? 'unknown'})`;
  const see = `see: teller wallet show ${walletId}`;
  switch (syncState) {
    case 'failing':
      return [`${failed}, and a running worker retries it: ${data}; ${see}`];
    case 'stopped':
      return [`${failed}, and is not retried: ${data}; ${see}`];
    case 'paused': {
      const paused =
        failure === null ? 'the wallet is paused' : `the wallet is paused, and ${failed}`;
      return [`${paused}: ${data}; to synchronise it, run: teller wallet resume ${walletId}`];
    }
    case 'imported':
      if (importsOnly) return [];
      return [
        `the wallet was never synchronised: ${data}; run: teller sync --once --wallet ${walletId}`,
      ];
    case 'new':
    case 'synced':
    case 'backfilling':
      return [];
  }
}
