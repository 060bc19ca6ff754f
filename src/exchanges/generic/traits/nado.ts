import { type Decimal, isNegativeDecimal, parseDecimal } from '../../../domain/decimal.ts';
import { type RawRow, readText, requireText, UnreadableRowError } from '../../mapping/raw-row.ts';
import { rowsAt } from '../reader-forms.ts';
import type { VenueTraits } from '../venue-traits.ts';

const ZERO = parseDecimal('0');

/** Amounts are whole numbers of 10⁻¹⁸; one that is negative is borrowed. */
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

export const nado: VenueTraits = {
  openedIn: 2025,
  limit: 500,
  order: 'newest-first',
  // Coins are numbered by their products.
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
    // A balance names a coin by its product; that of a perpetual contract is no coin.
    aliases: (row) =>
      readText(row, 'market_type') === 'perp' ? [] : [requireText(row, 'product_id')],
  },
  rows: {
    // An event is in the archive when the balance changes, and has no status: the deposit is credited,
    // but the contract may not have paid the withdrawal out yet. ccxt calls both completed.
    status: {
      field: 'event_type',
      deposits: { deposit_collateral: 'completed' },
      withdrawals: {},
    },
  },
  key: 'only the wallet address, never a private key',
};
