import { EVM_ADDRESS_FORM } from '../../client/credential-forms.ts';
import { type Decimal, isNegativeDecimal, parseDecimal } from '../../../domain/decimal.ts';
import { type RawRow, readText, requireText, UnreadableRowError } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

const ZERO = parseDecimal('0');

/**
 * Returns an amount, which the exchange writes as an integer in units of 10⁻¹⁸. A negative amount is borrowed.
 */
function readAmount(row: RawRow): Decimal {
  const { balance } = row;
  if (typeof balance !== 'object' || balance === null) {
    throw new UnreadableRowError('balance is missing');
  }
  const whole = requireText(balance as RawRow, 'amount');
  if (!/^-?\d+$/.test(whole)) throw new UnreadableRowError(`amount is not whole: ${whole}`);
  const amount = parseDecimal(`${whole}e-18`);
  return isNegativeDecimal(amount) ? ZERO : amount;
}

export const nado: ExchangeTraits = {
  credentialForms: { walletAddress: EVM_ADDRESS_FORM },
  openedIn: 2025,
  limit: 500,
  order: 'newest-first',
  // Coins are identified by the numbers of their products.
  numbersAssets: 'history and balances',
  withdrawable: {
    account: 'subaccount',
    source: null,
    reader: {
      rows: rowsAt('data', 'spot_balances'),
      coin: (row) => requireText(row, 'product_id'),
      amount: readAmount,
    },
  },
  coins: {
    rows: rowsAt(),
    coin: (row) => requireText(row, 'symbol').replace(/-PERP$/, ''),
    // A balance names a coin by its product; products of perpetual contracts are not coins.
    aliases: (row) =>
      readText(row, 'market_type') === 'perp' ? [] : [requireText(row, 'product_id')],
  },
  rows: {
    // An event is archived when the balance changes, and has no status. A deposit is then credited, but the
    // contract may not have paid out a withdrawal yet. ccxt maps both to completed.
    status: {
      field: 'event_type',
      deposits: { deposit_collateral: 'completed' },
      withdrawals: {},
    },
  },
  key: 'only the wallet address, never a private key',
};
