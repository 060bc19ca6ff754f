import {
  DEPOSIT_STATUSES,
  INTERNAL_DEPOSIT_STATUSES,
  WITHDRAWAL_STATUSES,
} from '../../bybit/statuses.ts';
import { type RawRow, readText, requireText } from '../../mapping/raw-row.ts';
import { joinCoinResponses, readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { byCursor, endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

/**
 * Returns the withdrawable amount. Deposits with few confirmations can be transferred (`transferBalance`),
 * but not withdrawn.
 */
function readWithdrawable(row: RawRow): string {
  return readLimited(row) ?? requireText(row, 'transferBalance');
}

function readLimited(row: RawRow): string | null {
  return readText(partAt(row, 'withdrawableAmount', 'FUND'), 'withdrawableAmount');
}

/** Returns true if the withdrawable amount is reported, or no amount of any coin is held (`limitAmountUsd`). */
function isWithdrawableReported(row: RawRow): boolean {
  return (
    readLimited(row) !== null || /^0+(?:\.0*)?$/.test(readText(partAt(row), 'limitAmountUsd') ?? '')
  );
}

/** Returns a part of the result of `withdrawable-amount` for the coin of a row; empty if it is missing. */
function partAt(row: RawRow, ...path: readonly string[]): RawRow {
  return ['aboutCoin', 'result', ...path].reduce((part, name) => (part[name] ?? {}) as RawRow, row);
}

const INTERNAL_DEPOSITS = {
  endpoint: 'privateGetV5AssetDepositQueryInternalRecord',
  rowsAt: ['result', 'rows'],
} as const;
/** The prefix that separates the codes of the two lists of deposits. */
const INTERNAL = 'internal:';

/**
 * Returns true for a deposit from another customer, which is the only row with this field for the time of
 * creation.
 */
function isInternalDeposit(row: RawRow): boolean {
  return row['createdTime'] !== undefined;
}

function readCode(row: RawRow): string | null {
  const code = readText(row, 'status');
  return code !== null && isInternalDeposit(row) ? INTERNAL + code : code;
}

/**
 * Returns the txid; `null` for a transfer between customers (`withdrawType` 1), which has the exchange's own
 * number in `txID`.
 */
function readTxid(row: RawRow): string | null {
  const isInternal = isInternalDeposit(row) || readText(row, 'withdrawType') === '1';
  return isInternal ? null : readText(row, 'txID');
}

/** Bybit EU has the interface of Bybit on another host. */
export const bybiteu: ExchangeTraits = {
  openedIn: 2025,
  windowDays: 29,
  start: startsAt('startTime'),
  end: endsAt('endTime'),
  limit: 50,
  page: byCursor('cursor', 'result', 'nextPageCursor'),
  // 0, the default, selects withdrawals on a chain; 2 selects all.
  lists: {
    deposits: { parts: [{}, INTERNAL_DEPOSITS] },
    withdrawals: { request: { withdrawType: 2 } },
  },
  withdrawable: {
    // A withdrawal from the unified account is first moved to the funding account.
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
      isVerified: isWithdrawableReported,
    },
  },
  coins: {
    rows: rowsAt('result', 'rows'),
    coin: (row) => requireText(row, 'coin'),
    networkRows: (row) => readEntries(row, 'chains'),
    network: (chain) => ({
      id: requireText(chain, 'chain'),
      name: readText(chain, 'chainType'),
      contract: readText(chain, 'contractAddress'),
      isOpen: requireFlag(chain, 'chainWithdraw'),
      minWithdrawal: readLimit(chain, 'withdrawMin'),
      // Bybit deprecated the coin's own maximum, `remainAmount` (docs/v5/asset/coin-info).
      maxWithdrawal: readLimit(chain, 'withdrawMax', ['-1']),
    }),
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
