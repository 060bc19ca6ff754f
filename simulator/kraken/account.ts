import { BalanceSheet } from '../balance-sheet.ts';
import type { AccountOptions, SimulatedCredentials } from '../exchange.ts';
import type { History, KrakenLedgerEntry, KrakenTruthRow } from '../truth.ts';

/** What a Kraken key may do beyond reading. */
export interface KrakenPermissions {
  /** Funds permissions - Withdraw: needed to list withdrawal methods. Default false. */
  readonly withdraw?: boolean;
}

/** A Kraken account to simulate; its key may only read unless told otherwise. */
export interface KrakenAccountOptions extends AccountOptions<KrakenTruthRow> {
  readonly permissions?: KrakenPermissions;
}

/** A Kraken account, prepared for answering requests. */
export interface KrakenAccount {
  readonly credentials: SimulatedCredentials;
  readonly permissions: KrakenPermissions;
  /** Ascending by time; under a ledger type, and all of them under `all`. */
  readonly ledgers: ReadonlyMap<string, readonly KrakenLedgerEntry[]>;
  readonly ledgerById: ReadonlyMap<string, KrakenLedgerEntry>;
  /** Ascending by the time of the request. */
  readonly funding: Readonly<Record<'deposit' | 'withdrawal', readonly KrakenTruthRow[]>>;
  readonly balances: BalanceSheet;
}

/** Prepares a history for answering requests. */
export function openKrakenAccount(
  credentials: SimulatedCredentials,
  history: History<KrakenTruthRow>,
  permissions: KrakenPermissions,
): KrakenAccount {
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
