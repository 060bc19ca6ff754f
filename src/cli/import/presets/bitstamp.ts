/**
 * Bitstamp's transactions (bitstamp.net, Transactions, Export). Two headers are in use, as in
 * BittyTax (`src/bittytax/conv/parsers/bitstamp.py`): "RFC 4180" with an id and the currencies in columns of
 * their own, and an older one with amounts such as `0.5 BTC` and times to the minute, in UTC.
 */
import { absoluteDecimal, type Decimal, isNegativeDecimal } from '../../../domain/decimal.ts';
import type { TransactionType } from '../../../domain/transaction.ts';
import {
  type BookingKind,
  type Direction,
  typeOfBooking,
} from '../../../exchanges/mapping/booking-types.ts';
import { feeOf } from '../../../exchanges/mapping/fee.ts';
import { lookUp } from '../../../exchanges/mapping/look-up.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireDecimal,
  requireInstant,
  requireText,
} from '../../../exchanges/mapping/raw-row.ts';
import type { ExportContext, ExportedRow, ExportLayout, RowMapper } from './export-layout.ts';
import { type Money, readMoney } from './export-money.ts';
import { openZonedTimes, type ReadRowTime, readTimesAs } from './export-times.ts';
import { requireWord, UnknownWordsError } from './export-words.ts';
import type { WordDecisions } from './word-decisions.ts';

/** The purpose of a row. A transfer without a direction of its own names both accounts. */
type Purpose =
  | 'deposit'
  | 'withdrawal'
  | 'trade'
  | BookingKind
  | 'signed transfer'
  | 'to staking'
  | 'from staking';

/**
 * `Type` of a row, in lower case; the purposes are those of the API (`exchanges/bitstamp/statuses.ts`). Amounts
 * have no sign, except those of reverted rows and of transfers between accounts in the layout with ids, of which the
 * positive ones arrive (`bjorn/raccoin`, pull request 51). Staked assets leave the account, and come back under another symbol
 * when they start to generate rewards: ETH as ETH2, which is converted later. These three types are in exports that
 * `gainscalc/tools/bstamp.py` reads.
 */
const TYPES: Readonly<Record<string, Purpose>> = {
  deposit: 'deposit',
  'crypto deposit': 'deposit',
  'card deposit': 'deposit',
  'ripple deposit': 'deposit',
  withdrawal: 'withdrawal',
  'crypto withdrawal': 'withdrawal',
  'ripple payment': 'withdrawal',
  market: 'trade',
  'converted assets': 'trade',
  'staked assets': 'to staking',
  'started generating rewards': 'from staking',
  'staking reward': 'reward',
  'referral reward': 'reward',
  'sub account transfer': 'transfer',
  'inter account transfer': 'signed transfer',
  'settlement transfer': 'transfer',
  'deposit reverted': 'booking',
};

const OLD_FORMAT = 'MMM. DD, YYYY, hh:mm A';

interface Cells {
  readonly money: Money;
  readonly fee: Money | null;
}

type ReadCells = (row: RawRow) => Cells;

/** Returns the function that maps a row. */
function openMapper(
  { decisions }: ExportContext,
  readCells: ReadCells,
  readTime: ReadRowTime,
): RowMapper {
  const map = (row: RawRow, line: number): readonly ExportedRow[] => {
    const type = readType(row, decisions, () => readCells(row).money.amount);
    if (typeof type !== 'string') return [{ line, ...type }];
    const { money, fee } = readCells(row);
    const transaction = {
      type,
      asset: money.currency,
      amount: absoluteDecimal(money.amount),
      timestampMs: readTime(row),
      status: 'completed' as const,
      txid: null,
      address: null,
      ...feeOf(fee?.amount ?? null, fee?.currency ?? null),
    };
    const id = readText(row, 'id');
    return [{ line, transaction, ...(id === null ? {} : { key: `transaction:${id}` }) }];
  };
  return { map };
}

/** Returns the type of a row, or why it is not a transaction of the wallet. */
function readType(
  row: RawRow,
  decisions: WordDecisions,
  readAmount: () => Decimal,
): TransactionType | { readonly skipped: string } {
  const word = requireWord(row, 'type');
  const readSign = () => (isNegativeDecimal(readAmount()) ? ('out' as const) : undefined);
  const decided = decisions.typeOfUnsigned(word, readSign);
  if (decided !== undefined) return decided;
  const purpose = lookUp(TYPES, word.toLowerCase());
  if (purpose === 'trade') return { skipped: `${word}: a trade` };
  const sign = readSign();
  switch (purpose) {
    case undefined:
      throw new UnknownWordsError([{ column: 'type', word, decides: 'type', direction: sign }]);
    case 'deposit':
      return sign === 'out' ? typeOfBooking('booking', sign) : purpose;
    case 'withdrawal':
      return purpose;
    case 'to staking':
      return typeOfBooking('transfer', 'out');
    case 'from staking':
      return typeOfBooking('transfer', 'in');
    case 'transfer':
      return typeOfBooking(purpose, sign ?? directionOfTransfer(row));
    case 'signed transfer': {
      const unsigned = 'amount currency' in row ? 'in' : undefined;
      return typeOfBooking('transfer', sign ?? directionOfTransfer(row) ?? unsigned);
    }
    case 'reward':
      return typeOfBooking(purpose, sign ?? 'in');
    case 'fee':
    case 'booking':
      return typeOfBooking(purpose, sign);
  }
}

const MAIN_ACCOUNT = 'main account';
/** Cells in which a transfer between accounts has both, as in `Main Account -> Savings`. */
const TRANSFER_CELLS = ['value', 'subtype', 'sub type'];

/** Returns the direction of a transfer, from the view of the row's account; `undefined` if it is not in the file. */
function directionOfTransfer(row: RawRow): Direction | undefined {
  const text = TRANSFER_CELLS.map((name) => readText(row, name)).find((each) =>
    each?.includes('->'),
  );
  const [from = '', to = '', ...rest] = (text ?? '')
    .split('->')
    .map((name) => name.trim().toLowerCase());
  if (rest.length > 0 || from === to) return undefined;
  const own = readText(row, 'account')?.toLowerCase();
  const account = own === from || own === to ? own : MAIN_ACCOUNT;
  if (account === from) return 'out';
  return account === to ? 'in' : undefined;
}

function readNewCells(row: RawRow): Cells {
  const cost = readFee(row, 'fee');
  return {
    money: {
      amount: requireDecimal(row, 'amount'),
      currency: requireText(row, 'amount currency'),
    },
    fee: cost === null ? null : { amount: cost, currency: requireText(row, 'fee currency') },
  };
}

function readOldCells(row: RawRow): Cells {
  return {
    money: readMoney(row, 'amount'),
    fee: readText(row, 'fee') === null ? null : readMoney(row, 'fee'),
  };
}

const CELLS = { words: ['type'], symbols: { UST: 'USTC' }, numbers: /^(?:amount|fee)$/ };

export const BITSTAMP_LAYOUTS: readonly ExportLayout[] = [
  {
    name: 'Bitstamp transactions',
    columns: ['id', 'type', 'datetime', 'amount', 'amount currency', 'fee', 'fee currency'],
    caution: 'withdrawals have neither a txid nor the id of the withdrawal request in this export',
    ...CELLS,
    open: (_header, context) =>
      openMapper(
        context,
        readNewCells,
        openZonedTimes(context, 'datetime', (row) => requireInstant(row, 'datetime')),
      ),
  },
  {
    name: 'Bitstamp transactions (older layout)',
    columns: ['type', 'datetime', 'account', 'amount', 'fee', 'sub type'],
    caution: 'rows have neither an id nor a txid in this export, and times to the minute',
    ...CELLS,
    open: (_header, context) => {
      const { dateFormat = OLD_FORMAT, zone } = context;
      return openMapper(context, readOldCells, readTimesAs(dateFormat, zone, 'datetime'));
    },
  },
];
