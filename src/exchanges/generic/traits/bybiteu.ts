import {
  DEPOSIT_STATUSES,
  INTERNAL_DEPOSIT_STATUSES,
  WITHDRAWAL_STATUSES,
} from '../../bybit/statuses.ts';
import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import { joinCoinResponses, readLimit, readList, requireFlag, rowsAt } from '../reader-forms.ts';
import { byCursor, endsAt, startsAt } from '../trait-forms.ts';
import type { VenueTraits } from '../venue-traits.ts';

/** Deposits with few confirmations can be transferred (`transferBalance`) and not be withdrawn. */
function readWithdrawable(row: RawRow): string {
  const path = ['aboutCoin', 'result', 'withdrawableAmount', 'FUND'];
  const wallet = path.reduce((part, name) => (part[name] ?? {}) as RawRow, row);
  return readText(wallet, 'withdrawableAmount') ?? requireText(row, 'transferBalance');
}

const INTERNAL_DEPOSITS = {
  endpoint: 'privateGetV5AssetDepositQueryInternalRecord',
  rowsAt: ['result', 'rows'],
} as const;
/** The prefix that separates the codes of the two lists of deposits. */
const INTERNAL = 'internal:';

/** A deposit from another customer; only such a row has the time of its creation as this field. */
function isInternalDeposit(row: RawRow): boolean {
  return row['createdTime'] !== undefined;
}

function readCode(row: RawRow): string | null {
  const code = readText(row, 'status');
  return code !== null && isInternalDeposit(row) ? INTERNAL + code : code;
}

/** What moved between customers (`withdrawType` 1) is on no chain: `txID` is the venue's own. */
function readTxid(row: RawRow): string | null {
  const isInternal = isInternalDeposit(row) || readText(row, 'withdrawType') === '1';
  return isInternal ? null : readText(row, 'txID');
}

/** The interface of Bybit on a host of its own. */
export const bybiteu: VenueTraits = {
  openedIn: 2025,
  windowDays: 29,
  start: startsAt('startTime'),
  end: endsAt('endTime'),
  limit: 50,
  page: byCursor('cursor', 'result', 'nextPageCursor'),
  // 0, the default, is withdrawals on a chain; 2 is all.
  lists: {
    deposits: { parts: [{}, INTERNAL_DEPOSITS] },
    withdrawals: { request: { withdrawType: 2 } },
  },
  withdrawable: {
    // What is withdrawn from the unified account is moved to the funding account first.
    account: 'FUND',
    source: 'https://bybit-exchange.github.io/docs/v5/asset/balance/delay-amount',
    request: { type: 'funding' },
    reader: {
      requests: [
        {
          method: 'privateGetV5AssetTransferQueryAccountCoinsBalance',
          parameters: { accountType: 'FUND' },
        },
        { method: 'privateGetV5AssetWithdrawWithdrawableAmount', forHeld: 'coin' },
      ],
      rows: ([balances, ...amounts]) =>
        joinCoinResponses(rowsAt('result', 'balance')([balances]), 'coin', amounts),
      coin: (row) => requireText(row, 'coin'),
      amount: readWithdrawable,
    },
  },
  coins: {
    rows: rowsAt('result', 'rows'),
    coin: (row) => requireText(row, 'coin'),
    networks: (row) =>
      readList(row, 'chains').map((chain) => ({
        id: requireText(chain, 'chain'),
        name: readText(chain, 'chainType'),
        hints: [],
        contract: readText(chain, 'contractAddress'),
        isOpen: requireFlag(chain, 'chainWithdraw'),
        minWithdrawal: readLimit(chain, 'withdrawMin'),
        // The chain's; if it has none, the coin's for one transaction.
        maxWithdrawal: readLimit(chain, 'withdrawMax', ['-1']) ?? readLimit(row, 'remainAmount'),
        addressRegex: null,
      })),
  },
  rows: {
    createdAt: ['createTime', 'createdTime', 'successAt'],
    sender: ['fromAddress'],
    txid: readTxid,
    status: {
      field: readCode,
      deposits: {
        ...DEPOSIT_STATUSES,
        ...Object.fromEntries(
          Object.entries(INTERNAL_DEPOSIT_STATUSES).map(([code, status]) => [
            INTERNAL + code,
            status,
          ]),
        ),
      },
      withdrawals: WITHDRAWAL_STATUSES,
    },
  },
};
