import { BalanceSheet } from '../balance-sheet.ts';
import type { AccountOptions, SimulatedCredentials, SimulatedPermissions } from '../exchange.ts';
import type { KrakenLedgerEntry, KrakenTruthRow } from '../truth.ts';

/** A Kraken account, prepared for responding to requests. */
export interface KrakenAccount {
  readonly credentials: SimulatedCredentials;
  readonly permissions: SimulatedPermissions;
  /** Ascending by time; under a ledger type, and all of them under `all`. */
  readonly ledgers: ReadonlyMap<string, readonly KrakenLedgerEntry[]>;
  readonly ledgerById: ReadonlyMap<string, KrakenLedgerEntry>;
  /** Ascending by the time of the request. */
  readonly funding: Readonly<Record<'deposit' | 'withdrawal', readonly KrakenTruthRow[]>>;
  readonly balances: BalanceSheet;
}

/** Prepares a history for responding to requests. */
export function openKrakenAccount({
  credentials,
  history,
  permissions = {},
}: AccountOptions<KrakenTruthRow>): KrakenAccount {
  const entries = history.rows
    .flatMap((row) => row.wire.ledgers)
    .sort((left, right) => left.ticks - right.ticks);
  const ledgers = new Map<string, KrakenLedgerEntry[]>([['all', entries]]);
  for (const entry of entries) {
    const sameType = ledgers.get(entry.type);
    if (sameType === undefined) ledgers.set(entry.type, [entry]);
    else sameType.push(entry);
  }
  const ofSource = (source: 'deposit' | 'withdrawal'): readonly KrakenTruthRow[] =>
    history.rows
      .filter((row) => row.source === source)
      .sort((left, right) => left.wire.requestedAtMs - right.wire.requestedAtMs);
  return {
    credentials,
    permissions,
    ledgers,
    ledgerById: new Map(entries.map((entry) => [entry.ledgerId, entry])),
    funding: { deposit: ofSource('deposit'), withdrawal: ofSource('withdrawal') },
    balances: new BalanceSheet(history),
  };
}
