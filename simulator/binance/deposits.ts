import type { JsonValue } from '../json-text.ts';
import { JsonNumberText } from '../json-text.ts';
import { writeTime } from '../routed/wire-values.ts';
import type { BinanceTruthRow } from '../truth.ts';
import { addressesOf } from '../senders.ts';
import { stateAt } from '../truth.ts';
import type { ReadRoute } from './account.ts';
import { pageOfWindow } from './window.ts';

const CONFIRMATIONS = 12;

/**
 * `GET /sapi/v1/capital/deposit/hisrec`: a page of deposits, with `sourceAddress` if it is
 * requested. Source: Binance Wallet API, "Deposit History".
 */
export const listDeposits: ReadRoute = (account, params, nowMs) => {
  const includesSource = params.get('includeSource') === 'true';
  return pageOfWindow(account.listRows('deposit', nowMs), params, nowMs).map((row) =>
    writeDeposit(row, nowMs, includesSource),
  );
};

function writeDeposit(row: BinanceTruthRow, nowMs: number, includesSource: boolean): JsonValue {
  const { own, sender } = addressesOf(row);
  const code = stateAt(row, nowMs)?.code ?? '0';
  const confirmed = code === '0' ? 1 : CONFIRMATIONS;
  return {
    id: row.recordId,
    amount: writeAmount(row),
    coin: row.asset,
    network: row.wire.network,
    status: Number(code),
    address: own ?? '',
    ...(includesSource ? { sourceAddress: sender ?? '' } : {}),
    addressTag: row.tag ?? '',
    txId: row.wire.txidText,
    insertTime: writeTime(row, row.timestampMs),
    completeTime: code === '1' ? row.timestampMs + 60_000 : undefined,
    transferType: row.wire.internal ? 1 : 0,
    confirmTimes: `${confirmed}/${CONFIRMATIONS}`,
    unlockConfirm: CONFIRMATIONS,
    walletType: 0,
  };
}

function writeAmount(row: BinanceTruthRow): JsonValue {
  if (row.wire.malformation === 'garbage-amount') return 'abc';
  const { amountText, amountForm } = row.wire;
  return amountForm === 'number' ? new JsonNumberText(amountText) : amountText;
}
