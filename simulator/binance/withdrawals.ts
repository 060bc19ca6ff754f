import type { JsonValue } from '../json-text.ts';
import type { BinanceTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';
import type { ReadRoute } from './account.ts';
import { pageOfWindow } from './window.ts';

const SENT = '6';

/** `GET /sapi/v1/capital/withdraw/history`: a page of withdrawals. Times are UTC text. */
export const listWithdrawals: ReadRoute = (account, params, nowMs) => {
  const page = pageOfWindow(account.listRows('withdrawal', nowMs), params, nowMs);
  return page.map((row) => writeWithdrawal(row, nowMs));
};

function writeWithdrawal(row: BinanceTruthRow, nowMs: number): JsonValue {
  const state = stateAt(row, nowMs);
  const sent = state?.code === SENT;
  return {
    id: row.recordId,
    amount: row.wire.amountText,
    transactionFee: row.wire.feeText,
    coin: row.asset,
    status: Number(state?.code ?? '0'),
    address: row.address ?? '',
    addressTag: row.tag ?? '',
    txId: nowMs >= row.txidFromMs ? row.wire.txidText : '',
    applyTime: writeUtc(row.timestampMs),
    network: row.wire.network,
    transferType: 0,
    info: '',
    confirmNo: sent ? 12 : 0,
    walletType: 0,
    txKey: '',
    completeTime: sent ? writeUtc(Math.max(state.fromMs, row.timestampMs + 60_000)) : undefined,
  };
}

/** Returns a time as UTC text without a zone: `2021-04-15 12:09:16`. */
function writeUtc(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
