import type { TransactionType } from '../../../domain/transaction.ts';
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from '../../gate/statuses.ts';
import { type RawRow, readObject, readText, requireText } from '../../mapping/raw-row.ts';
import { findChain } from '../../networks/chains.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import type { ExchangeTraits, RawNetwork } from '../exchange-traits.ts';

/**
 * Returns the currency without the chain that older rows append (`USDT_TRX`); `null` if there is none, as
 * other suffixes are part of the currency.
 */
function readAsset(row: RawRow): string | null {
  const id = readText(row, 'currency') ?? '';
  const underscore = id.lastIndexOf('_');
  const namesChain = underscore > 0 && findChain(id.slice(underscore + 1)) !== undefined;
  return namesChain ? id.slice(0, underscore) : null;
}

/** Returns true for a Gate code, a voucher from one customer to another, as at Gate. It is in both lists. */
function isGateCode(row: RawRow): boolean {
  return readText(row, 'id')?.startsWith('b') === true;
}

/** Returns the type of a Gate code: the sign of its amount is the direction. */
function readCodeType(row: RawRow): TransactionType | null {
  if (!isGateCode(row)) return null;
  return requireText(row, 'amount').startsWith('-') ? 'withdrawal' : 'deposit';
}

/** Returns the txid. A Gate code is not on a chain, and a transfer between customers has a text instead. */
function readTxid(row: RawRow): string | null {
  const txid = readText(row, 'txid');
  return isGateCode(row) || /^internal transaction\b/i.test(txid ?? '') ? null : txid;
}

/** Returns the coins with their limits, which are in another list and the same on all chains of a coin. */
function joinLimits([coins, limits]: readonly unknown[]): readonly unknown[] {
  const rows = Array.isArray(limits) ? (limits as readonly RawRow[]) : [];
  const limitOf = new Map(rows.map((row) => [row['currency'], row]));
  return rowsAt()([coins]).map((coin) => ({
    coin,
    limits: limitOf.get((coin as RawRow | null)?.['currency']) ?? {},
  }));
}

function readNetwork(chain: RawRow, row: RawRow): RawNetwork {
  const coin = readObject(row, 'coin');
  const limits = readObject(row, 'limits');
  // A delisted currency can often still be withdrawn.
  const isClosed = coin['withdraw_disabled'] === true;
  return {
    id: requireText(chain, 'name'),
    contract: readText(chain, 'addr'),
    isOpen: !isClosed && !requireFlag(chain, 'withdraw_disabled'),
    minWithdrawal: readLimit(limits, 'withdraw_amount_mini'),
    maxWithdrawal: readLimit(limits, 'withdraw_eachtime_limit'),
  };
}

export const gateeu: ExchangeTraits = {
  openedIn: 2025,
  windowDays: 29,
  limit: 500,
  withdrawable: {
    account: 'spot',
    source: null,
    request: { type: 'spot' },
  },
  coins: {
    requests: [
      { method: 'publicSpotGetCurrencies' },
      { method: 'privateWalletGetWithdrawStatus', optional: true },
    ],
    rows: joinLimits,
    coin: (row) => requireText(readObject(row, 'coin'), 'currency'),
    networkRows: (row) => readEntries(readObject(row, 'coin'), 'chains'),
    network: readNetwork,
  },
  rows: {
    createdAt: ['timestamp'],
    status: {
      field: 'status',
      // A Gate code that is a deposit has the words of withdrawals.
      deposits: { ...WITHDRAWAL_STATUSES, ...DEPOSIT_STATUSES },
      withdrawals: WITHDRAWAL_STATUSES,
    },
    asset: readAsset,
    txid: readTxid,
    keyKind: (row) => (isGateCode(row) ? 'gate-code' : null),
    type: readCodeType,
  },
};
