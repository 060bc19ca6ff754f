/**
 * Kraken's `ledgers.csv` (support.kraken.com, How to interpret ledger history fields): an entry of the ledger on
 * each line, the same entries that synchronisation reads. The columns `subclass` and `wallet` are newer.
 */
import { SECOND_MS } from '../../../domain/duration.ts';
import type { TransactionType } from '../../../domain/transaction.ts';
import type { ExchangeTransaction } from '../../../exchanges/exchange.ts';
import { KrakenAssets } from '../../../exchanges/kraken/assets.ts';
import {
  isKnownType,
  type LedgerPurpose,
  purposeOf,
} from '../../../exchanges/kraken/ledger-types.ts';
import { ledgerKey } from '../../../exchanges/kraken/ledger.ts';
import { joinKrakenRows } from '../../../exchanges/kraken/transactions.ts';
import { type Direction, directionOf } from '../../../exchanges/mapping/booking-types.ts';
import { mapBooking } from '../../../exchanges/mapping/booking.ts';
import { readFeeIn } from '../../../exchanges/mapping/fee.ts';
import { lookUp } from '../../../exchanges/mapping/look-up.ts';
import {
  type RawRow,
  readDecimal,
  readText,
  requireDecimal,
  requireText,
  requireTimestampSeconds,
  requireUtcText,
} from '../../../exchanges/mapping/raw-row.ts';
import type { ExportContext, ExportedRow, ExportLayout, RowMapper } from './export-layout.ts';
import { type ReadRowTime, readTimesAs } from './export-times.ts';
import { type ExportSymbols, toSymbol } from './export-symbols.ts';
import { requireWord, UnknownWordsError } from './export-words.ts';

/**
 * Ids whose first letter is not part of the name (support.kraken.com, Explanation of asset codes), and names whose
 * digits are no days of an extension: older files have `LUNA2.S`.
 */
const ALTNAMES =
  'XXBT:XBT XXDG:XDG XETH XLTC XXRP XXLM XXMR XZEC XETC XMLN XREP XICN ZUSD ZEUR ZGBP ZCAD ZJPY ZAUD KFEE:FEE ' +
  'C98:C98 LUNA2:LUNA2';
/** Common symbols of altnames, as in ccxt. */
const SYMBOLS: ExportSymbols = {
  XDG: 'DOGE',
  FEE: 'KFEE',
  LUNA: 'LUNC',
  LUNA2: 'LUNA',
  REP: 'REPV1',
  REPV2: 'REP',
  UST: 'USTC',
};

/** Returns the common symbol of an altname. */
export function toKrakenSymbol(altname: string): string {
  return toSymbol(altname, SYMBOLS);
}

const ASSET_LIST = Object.fromEntries(
  ALTNAMES.split(' ').map((text) => {
    const [id = '', altname = id.slice(1)] = text.split(':');
    return [id, { altname }];
  }),
);
const ASSETS = new KrakenAssets(ASSET_LIST, toKrakenSymbol);
const DIGIT_AT_END = /\d$/;

/** The extension of the asset that the API reports for an amount in a wallet. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'earn / liquid': '.F',
  'earn / flexible': '.M',
  'earn / bonded': '.B',
  'earn / locked': '.S',
};

/** Purposes of entries of which several, with one reference, are one transaction. */
const GROUPED: ReadonlySet<LedgerPurpose> = new Set(['funding', 'earn move']);
/** Maximum entries that are held back while others with their reference may follow. */
const HELD_MAX = 10_000;

interface Entry {
  readonly row: RawRow;
  /** The asset as the file names it. */
  readonly name: string;
  readonly line: number;
  /** The type that an option gives it. */
  readonly decided: TransactionType | undefined;
}

class LedgerMapper implements RowMapper {
  readonly #context: ExportContext;
  readonly #readTime: ReadRowTime;
  readonly #groups = new Map<string, Entry[]>();
  #heldCount = 0;

  constructor(context: ExportContext) {
    this.#context = context;
    this.#readTime = openTimes(context);
  }

  map(row: RawRow, line: number): readonly ExportedRow[] {
    const type = requireWord(row, 'type');
    if (readText(row, 'txid') === null) {
      return [{ line, skipped: `${type} that is not settled: it has no txid` }];
    }
    const name = requireText(row, 'asset');
    const read = readEntry(row, name, this.#readTime(row));
    const readDirection = (): Direction | undefined => directionOf(requireDecimal(row, 'amount'));
    const decided = this.#context.decisions.typeOf(type, readDirection);
    const entry = { row: read, name, line, decided };
    // A deposit or withdrawal keeps the id of its reference, with which synchronisation stores it.
    if (decided !== undefined && purposeOf(row) !== 'funding') return [mapDecided(entry, decided)];
    if (!isKnownType(type)) {
      const direction = readDirection();
      throw new UnknownWordsError([{ column: 'type', word: type, decides: 'type', direction }]);
    }
    const refid = readText(row, 'refid');
    if (!GROUPED.has(purposeOf(row)) || refid === null) return mapGroup([entry]);
    const key = `${type}:${refid}`;
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, [entry]);
    else group.push(entry);
    this.#heldCount += 1;
    return this.#heldCount > HELD_MAX ? this.#releaseOldest() : [];
  }

  end(): readonly ExportedRow[] {
    const rows = [...this.#groups.values()].flatMap(mapGroup);
    this.#groups.clear();
    this.#heldCount = 0;
    return rows;
  }

  #releaseOldest(): readonly ExportedRow[] {
    const [oldest] = this.#groups;
    if (oldest === undefined) return [];
    const [key, group] = oldest;
    this.#groups.delete(key);
    this.#heldCount -= group.length;
    return mapGroup(group);
  }
}

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** Times are UTC, unless a spreadsheet has written them in another way. */
function openTimes({ dateFormat, zone }: ExportContext): ReadRowTime {
  if (dateFormat === undefined && zone === undefined) return (row) => requireUtcText(row, 'time');
  if (dateFormat !== undefined) return readTimesAs(dateFormat, zone, 'time');
  const readWhole = readTimesAs(TIME_FORMAT, zone, 'time');
  const readExact = readTimesAs(`${TIME_FORMAT}.SSS`, zone, 'time');
  return (row) => (requireText(row, 'time').includes('.') ? readExact(row) : readWhole(row));
}

/** Returns the entry as the API reports it. @throws {UnreadableRowError} if a cell cannot be read. */
function readEntry(row: RawRow, asset: string, timestampMs: number): RawRow {
  const seconds = (timestampMs / SECOND_MS).toFixed(3);
  const extension = lookUp(EXTENSIONS, readText(row, 'wallet')) ?? '';
  const isPlain = ASSETS.read(asset).extension === null;
  return {
    id: row['txid'],
    refid: row['refid'],
    time: seconds,
    type: row['type'],
    subtype: row['subtype'],
    asset: isPlain ? `${asset}${extension}` : asset,
    amount: requireDecimal(row, 'amount'),
    fee: readDecimal(row, 'fee'),
  };
}

/**
 * Returns the assets of entries. The digits of a name without an extension are a part of it (`SN8`), also after the
 * extension of the wallet has been added (`SN8.F`).
 */
function assetsOf(entries: readonly Entry[]): KrakenAssets {
  const names = entries.map(({ name }) => name).filter((name) => DIGIT_AT_END.test(name));
  if (names.length === 0) return ASSETS;
  const own = Object.fromEntries(names.map((name) => [name, { altname: name }]));
  return new KrakenAssets({ ...own, ...ASSET_LIST }, toKrakenSymbol);
}

/** Maps an entry whose type an option decides. */
function mapDecided(entry: Entry, type: TransactionType): ExportedRow {
  const { row, line } = entry;
  const asset = assetsOf([entry]).read(requireText(row, 'asset')).symbol;
  const { key, ...booking } = mapBooking({
    key: ledgerKey(row),
    kind: 'booking',
    direction: undefined,
    asset,
    amount: requireDecimal(row, 'amount'),
    timestampMs: requireTimestampSeconds(row, 'time'),
    fee: readFeeIn(asset, row, 'fee'),
  });
  return { line, transaction: { ...booking, type }, key };
}

/** Maps the entries of one reference. */
function mapGroup(group: readonly Entry[]): readonly ExportedRow[] {
  const ledger = new Map(group.map(({ row }) => [requireText(row, 'id'), row]));
  const { transactions, unreadable } = joinKrakenRows(
    { fromMs: 0, toMs: Infinity, ledger, deposits: [], withdrawals: [] },
    assetsOf(group),
  );
  if (unreadable.length > 0) {
    return unreadable.map(({ reason }) => ({ line: group[0]?.line ?? 0, problem: reason }));
  }
  const mapped = transactions.map(({ key, ...transaction }) => {
    const entry = findEntry(group, key, transaction);
    return {
      entry,
      transaction: { ...transaction, type: entry?.decided ?? transaction.type },
      key,
    };
  });
  const used = new Set(mapped.map(({ entry }) => entry));
  return [
    ...mapped.map(({ entry, transaction, key }) => ({ line: entry?.line ?? 0, transaction, key })),
    ...group
      .filter((entry) => !used.has(entry))
      .map(({ row, line }) => ({ line, skipped: describeSkipped(row, mapped.length > 0) })),
  ];
}

/** Returns the entry from which a transaction was mapped. */
function findEntry(
  group: readonly Entry[],
  key: string,
  { timestampMs }: Omit<ExchangeTransaction, 'key'>,
): Entry | undefined {
  const isSource = ({ row }: Entry): boolean =>
    key === `ledger:${String(row['id'])}` ||
    (!key.startsWith('ledger:') && Math.round(Number(row['time']) * 1000) === timestampMs);
  return group.find(isSource);
}

function describeSkipped(row: RawRow, isPart: boolean): string {
  const type = [readText(row, 'type'), readText(row, 'subtype')].filter((text) => text !== null);
  return isPart
    ? `${type.join(' ')}: part of another row`
    : `${type.join(' ')}: not a transaction of a wallet`;
}

export const KRAKEN_LAYOUTS: readonly ExportLayout[] = [
  {
    name: 'Kraken ledgers',
    columns: ['txid', 'refid', 'time', 'type', 'subtype', 'asset', 'amount', 'fee'],
    words: ['type'],
    numbers: /^(?:amount|fee)$/,
    open: (_header, context) => new LedgerMapper(context),
  },
];
