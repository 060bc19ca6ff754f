import type { JsonValue } from '../json-text.ts';
import { JsonNumberText } from '../json-text.ts';
import { hashText } from '../random.ts';
import { lowerBound, pageBackwards } from '../sorted-lists.ts';
import type { KrakenLedgerEntry } from '../truth.ts';
import type { KrakenAccount } from './account.ts';
import { resolveAssets } from './asset-names.ts';
import { KrakenError } from './errors.ts';
import { isSeconds, readTicks, writeTicks } from './seconds.ts';

const PAGE_SIZE = 50;
const TICKS_PER_MS = 10;

/** The documented types. An unknown type is an error. */
const LEDGER_TYPES: ReadonlySet<string> = new Set([
  'all',
  'trade',
  'deposit',
  'withdrawal',
  'transfer',
  'margin',
  'adjustment',
  'rollover',
  'credit',
  'settled',
  'staking',
  'dividend',
  'sale',
  'nft_rebate',
  'spend',
  'receive',
  'earn',
]);

/**
 * `POST /0/private/Ledgers`: the 50 latest entries after `ofs`, as an unordered map. `start` is
 * exclusive, `end` inclusive; each is seconds or the id of an entry. `type` and `asset` select entries, and
 * `count` counts those of the whole range nevertheless.
 * Sources: Kraken REST API, "Get Ledgers Info"; for the count, github.com/rotki/rotki/issues/116.
 */
export function listLedgers(
  account: KrakenAccount,
  params: URLSearchParams,
  nowMs: number,
): JsonValue {
  const nowTicks = nowMs * TICKS_PER_MS + TICKS_PER_MS - 1;
  const start = readBound(account, params.get('start'), Number.NEGATIVE_INFINITY);
  const end = Math.min(readBound(account, params.get('end'), nowTicks), nowTicks);
  const entries = selectEntries(account, params);
  const page = pageBackwards(entries, rangeOf(entries, start, end), {
    offset: readOffset(params),
    limit: PAGE_SIZE,
  });
  const counted = rangeOf(account.ledgers.get('all') ?? [], start, end);
  const shuffled = page
    .map((entry) => ({ entry, key: hashText(entry.ledgerId) }))
    .sort((left, right) => left.key - right.key);
  return {
    ledger: Object.fromEntries(shuffled.map(({ entry }) => [entry.ledgerId, writeEntry(entry)])),
    count: params.get('without_count') === 'true' ? undefined : counted.to - counted.from,
  };
}

/** Returns the places of the entries after `start`, up to and including `end`, in ticks. */
function rangeOf(
  entries: readonly KrakenLedgerEntry[],
  start: number,
  end: number,
): { readonly from: number; readonly to: number } {
  const from = lowerBound(entries, (entry) => entry.ticks <= start);
  const to = lowerBound(entries, (entry) => entry.ticks <= end);
  return { from, to: Math.max(from, to) };
}

function selectEntries(
  account: KrakenAccount,
  params: URLSearchParams,
): readonly KrakenLedgerEntry[] {
  const type = params.get('type') ?? 'all';
  if (!LEDGER_TYPES.has(type)) throw new KrakenError('EGeneral:Invalid arguments:type');
  const entries = account.ledgers.get(type) ?? [];
  const assets = resolveAssets(params.get('asset') ?? 'all');
  return assets === undefined ? entries : entries.filter(({ assetId }) => assets.has(assetId));
}

function readBound(account: KrakenAccount, text: string | null, fallback: number): number {
  if (text === null || text === '') return fallback;
  if (isSeconds(text)) return readTicks(text);
  const entry = account.ledgerById.get(text);
  if (entry === undefined) throw new KrakenError('EGeneral:Invalid arguments');
  return entry.ticks;
}

function readOffset(params: URLSearchParams): number {
  const text = params.get('ofs') ?? '0';
  if (!/^\d{1,9}$/.test(text)) throw new KrakenError('EGeneral:Invalid arguments:ofs');
  return Number(text);
}

function writeEntry(entry: KrakenLedgerEntry): JsonValue {
  return {
    aclass: 'currency',
    amount: entry.amountText,
    asset: entry.assetId,
    balance: entry.balanceText,
    fee: entry.feeText,
    refid: entry.refid,
    time: new JsonNumberText(writeTicks(entry.ticks)),
    type: entry.type,
    subtype: entry.subtype,
  };
}
