/** What `teller doctor` reports of the counts and the rows of all wallets. */
import type { StoreCheck } from '../admin.ts';
import type { WalletFindings } from './check-counts.ts';
import { type CountKey, HIGHEST_KEY, type KeyRange, LOWEST_KEY } from './count-key.ts';

/** What was found of a wallet. */
export interface NamedFindings extends WalletFindings {
  readonly walletId: string;
}

const WALLETS_SHOWN_MAX = 10;
const ROWS_SHOWN_MAX = 5;

/** Reports counts that are not those of the rows. */
export function reportCounts(findings: readonly NamedFindings[], fix: boolean): StoreCheck {
  const name = 'counts';
  const wrong = findings.reduce((sum, { differences }) => sum + differences, 0);
  if (wrong === 0) return { name, ok: true, detail: 'counts are those of the rows' };
  return fix
    ? { name, ok: true, detail: `repaired: ${wrong} counts were not those of the rows` }
    : {
        name,
        ok: false,
        detail: `${wrong} counts are not those of the rows; repair them with --fix`,
      };
}

/** Reports rows that are not what was written. */
export function reportRows(findings: readonly NamedFindings[]): StoreCheck {
  const name = 'rows';
  const wrong = findings.map(describeRows).filter((text) => text !== undefined);
  if (wrong.length === 0) return { name, ok: true, detail: 'transactions are what was written' };
  const shown = listFirst(wrong, WALLETS_SHOWN_MAX, 'wallets', '; ');
  return { name, ok: false, detail: `${shown}; restore a backup` };
}

function describeRows(findings: NamedFindings): string | undefined {
  const { walletId, isReadable, corrupted, missing } = findings;
  if (!isReadable) return `the transactions of ${walletId} cannot be checked without its counts`;
  const texts = [
    ...(corrupted.length > 0 ? [describeCorrupted(corrupted)] : []),
    ...missing.slice(0, ROWS_SHOWN_MAX).map(describeMissing),
  ];
  return texts.length > 0 ? `${walletId}: ${texts.join(', ')}` : undefined;
}

function describeCorrupted(rows: readonly CountKey[]): string {
  const names = rows.map(({ id, timestampMs }) => `${id} (${formatTime(timestampMs)})`);
  const count = rows.length === 1 ? '1 transaction is' : `${rows.length} transactions are`;
  return `${count} not what was written: ${listFirst(names, ROWS_SHOWN_MAX, 'others', ', ')}`;
}

function describeMissing({ range, count }: NamedFindings['missing'][number]): string {
  const what = count === 1 ? '1 transaction is' : `${count} transactions are`;
  return [`${what} missing`, ...describeBounds(range)].join(' ');
}

function describeBounds({ low, high }: KeyRange): readonly string[] {
  const isFirst = low.timestampMs === LOWEST_KEY.timestampMs;
  const isLast = high.timestampMs === HIGHEST_KEY.timestampMs;
  return [
    ...(isFirst ? [] : [`from ${formatTime(low.timestampMs)}`]),
    ...(isLast ? [] : [`to ${formatTime(high.timestampMs)}`]),
  ];
}

function listFirst(texts: readonly string[], max: number, what: string, separator: string): string {
  const more = texts.length - max;
  const shown = texts.slice(0, max).join(separator);
  return more > 0 ? `${shown}${separator}and ${more} more ${what}` : shown;
}

/** A corrupted time may be one that no calendar has. */
function formatTime(timestampMs: number): string {
  const date = new Date(timestampMs);
  return Number.isNaN(date.getTime()) ? `${timestampMs} ms` : date.toISOString();
}
