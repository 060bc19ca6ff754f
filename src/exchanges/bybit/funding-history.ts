/**
 * Maps the funding account's bookings (`asset/fundinghistory`) that no other list of Bybit contains: Earn, airdrops,
 * trades with other customers, loans, cards. Pure functions.
 *
 * Bybit documents the fields and an Earn payment (bybit-exchange.github.io/docs/v5/asset/fund-history), but no list
 * of the types. The other words below are those of rows from real accounts in public projects that read the list.
 */
import { RecordNumberer } from '../../domain/record-key.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import type { BookingKind, Direction } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { lookUp } from '../mapping/look-up.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireText,
  requireTimestampSeconds,
  UnreadableRowError,
} from '../mapping/raw-row.ts';

/**
 * Matches types (`showBusiType`) of rows that other sources read, or that are no transactions: deposits, withdrawals,
 * transfers between accounts, conversions.
 */
const READ_ELSEWHERE =
  /^fundingAccountRecord(?:Type)?(?:Deposit|Withdraw|Transfer|Convert|CoinExchange)/;
/** Matches descriptions of transfers to and from sub-accounts, which no list contains for a read-only key. */
const SUB_ACCOUNT = /^fundingAccountRecordTransfer\w*SubAccount$/;

const AIRDROP = 'fundingAccountRecordAirdrop';
const EARN = 'fundingAccountRecordEarn';
/**
 * Matches descriptions of payments of Earn, for example `fundingAccountRecordFlexSavingInterestDistribution` and
 * `fundingAccountRecordLaunchpoolIssuance` ("Launchpool Yield"). Its other rows move an amount to Earn or back.
 */
const EARN_PAYMENT = /interest|yield|reward|issuance|bonus|airdrop/i;

const DIRECTIONS: Readonly<Record<string, Direction>> = { I: 'in', O: 'out' };

/** Maps the bookings of a window, all pages together, because rows without `currcCursor` are numbered. */
export function mapFundingHistory(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const numberer = new RecordNumberer();
  const map = (row: RawRow): ExchangeTransaction | undefined => {
    const kind = readKind(row);
    if (kind === undefined) return undefined;
    const direction = requireDirection(row);
    const content = {
      asset: toSymbol(requireText(row, 'currency')),
      amount: requireAmount(row, 'txnAmt'),
      timestampMs: requireTimestampSeconds(row, 'createTime'),
    };
    return mapBooking({
      key: `funding:${readText(row, 'currcCursor') ?? keyByContent(numberer, row, direction, content)}`,
      kind,
      direction,
      ...content,
    });
  };
  return mapRows('funding-history', rows, map, (row) => keyById('funding', 'currcCursor', row));
}

/** Returns the kind of a row; `undefined` if another source reads it. */
function readKind(row: RawRow): BookingKind | undefined {
  const type = requireText(row, 'showBusiType');
  const description = String(row['description']);
  if (SUB_ACCOUNT.test(description)) return 'transfer';
  if (READ_ELSEWHERE.test(type)) return undefined;
  if (type === AIRDROP) return 'reward';
  if (type !== EARN) return 'booking';
  // The description in English may contain a line break.
  return EARN_PAYMENT.test(`${description} ${String(row['descriptionEn'])}`)
    ? 'reward'
    : 'transfer';
}

function requireDirection(row: RawRow): Direction {
  const direction = lookUp(DIRECTIONS, requireText(row, 'ioDirection'));
  if (direction !== undefined) return direction;
  throw new UnreadableRowError('ioDirection is neither I nor O');
}

/** Returns the key of a row without `currcCursor`. The balance after the booking differs between equal bookings. */
function keyByContent(
  numberer: RecordNumberer,
  row: RawRow,
  direction: Direction,
  content: Pick<ExchangeTransaction, 'asset' | 'amount' | 'timestampMs'>,
): string {
  return numberer.keyOf({
    ...content,
    type: direction,
    txid: readText(row, 'afterAmt'),
    address: null,
  });
}
