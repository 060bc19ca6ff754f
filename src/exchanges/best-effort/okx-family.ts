/** The common traits of OKX's regional exchanges, which have the same interface as OKX. Pure functions. */
import { isNegativeDecimal, subtractDecimals } from '../../domain/decimal.ts';
import { withoutCurrency } from '../mapping/fee.ts';
import { isRow, type RawRow, readText, requireAmount, requireText } from '../mapping/raw-row.ts';
import { CREDITED, DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from '../okx/statuses.ts';
import { readLimit, readList, requireFlag, rowsAt } from './reader-forms.ts';
import type { ExchangeTraits, NamedFee } from './exchange-traits.ts';

/** Accounts at a regional exchange may be older than the exchange. */
const OPENED_IN = 2017;
/** Maximum rows of a response. */
const ROWS_MAX = 100;
/** The field that is added to a balance, with the credited deposits of its currency. */
const CREDITED_DEPOSITS = 'creditedDeposits';

/** Adds the credited deposits to the balances, unless the key may not read all of them. */
function joinCreditedDeposits([balances, response]: readonly unknown[]): readonly unknown[] {
  const rows = rowsAt('data')([balances]);
  const deposits: unknown = isRow(response) ? response['data'] : null;
  if (!Array.isArray(deposits) || deposits.length >= ROWS_MAX) return rows;
  const credited = (deposits as readonly unknown[]).filter((deposit) => isRow(deposit));
  return rows.map((row) => {
    if (!isRow(row)) return row;
    const ofCurrency = credited.filter(
      (deposit) => deposit['ccy'] === row['ccy'] && readText(deposit, 'state') === CREDITED,
    );
    return Object.assign({ [CREDITED_DEPOSITS]: ofCurrency }, row);
  });
}

/** Returns the available balance without the deposits that are credited and cannot be withdrawn yet. */
function readWithdrawable(row: RawRow): string {
  const amount = readList(row, CREDITED_DEPOSITS).reduce(
    (rest, deposit) => subtractDecimals(rest, requireAmount(deposit, 'amt')),
    requireAmount(row, 'availBal'),
  );
  // A deposit may have been traded since.
  return isNegativeDecimal(amount) ? '0' : amount;
}

/**
 * Returns the fee of a withdrawal. Older rows have the currency after the fee (`0.01000000eth`), and no `feeCcy`
 * (www.okx.com/docs-v5, Get withdrawal history).
 */
function readWithdrawalFee(row: RawRow): NamedFee | null {
  const [fee, currency] = [readText(row, 'fee'), readText(row, 'ccy')];
  if (fee === null || currency === null) return null;
  return { cost: withoutCurrency(fee, currency), coin: readText(row, 'feeCcy') ?? currency };
}

/**
 * Returns the traits of a regional exchange of OKX.
 *
 * @param docs the URL of its documentation.
 */
export function likeOkx(docs: string): ExchangeTraits {
  return {
    openedIn: OPENED_IN,
    limit: ROWS_MAX,
    order: 'newest-first',
    withdrawable: {
      account: 'funding',
      source: `${docs}#funding-account-rest-api-withdrawal`,
      request: { type: 'funding' },
      reader: {
        further: [
          {
            method: 'privateGetAssetDepositHistory',
            parameters: { state: CREDITED, limit: ROWS_MAX },
            optional: true,
          },
        ],
        rows: joinCreditedDeposits,
        coin: (row) => requireText(row, 'ccy'),
        amount: readWithdrawable,
        isVerified: (row) => row[CREDITED_DEPOSITS] !== undefined,
      },
    },
    coins: {
      // A row for each network of each currency. `chain` contains both (`USDT-TRC20`), and is empty for fiat.
      rows: rowsAt('data'),
      coin: (row) => requireText(row, 'ccy'),
      networkRows: (row) => (readText(row, 'chain') === null ? [] : [row]),
      network: (row) => {
        const id = requireText(row, 'chain');
        return {
          id,
          name: id.slice(id.indexOf('-') + 1),
          isOpen: requireFlag(row, 'canWd'),
          minWithdrawal: readLimit(row, 'minWd'),
          maxWithdrawal: readLimit(row, 'maxWd'),
        };
      },
      isFiat: (row) => readText(row, 'chain') === null,
    },
    rows: {
      createdAt: ['ts'],
      feeOf: readWithdrawalFee,
      sender: ['from'],
      // A deposit from another customer has the number of that customer's withdrawal, and no hash.
      txid: (row) => (readText(row, 'fromWdId') === null ? readText(row, 'txId') : null),
      status: {
        field: 'state',
        deposits: DEPOSIT_STATUSES,
        withdrawals: WITHDRAWAL_STATUSES,
      },
    },
  };
}
