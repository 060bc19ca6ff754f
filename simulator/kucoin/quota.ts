import { HOUR_MS } from '../../src/domain/duration.ts';
import { fromUnits, toUnits } from '../decimal-units.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import { stateAt } from '../truth.ts';

/** How long a credited deposit on a chain is locked against withdrawals. */
export const LOCKED_MS = HOUR_MS;

/**
 * `GET /api/v1/withdrawals/quotas`: the withdrawable amount of a currency; `lockedAmount` is for all
 * currencies. Source: KuCoin, "Get Withdrawal Quotas".
 */
export const readQuota: ReadRoute = (account, params, nowMs) => {
  const currency = params.get('currency');
  if (currency === null) throw new RequestRefused('invalid-parameter');
  const locked = account.listRows(['deposit'], nowMs).filter((row) => {
    const state = stateAt(row, nowMs);
    return state?.status === 'completed' && state.fromMs > nowMs - LOCKED_MS;
  });
  const free = account.balances.at(nowMs).find(({ assetId }) => assetId === currency)?.free ?? '0';
  const left = locked
    .filter(({ asset }) => asset === currency)
    .reduce((units, { amount }) => units - toUnits(amount), toUnits(free));
  return {
    currency,
    quotaCurrency: 'USDT',
    remainAmount: '999999',
    availableAmount: fromUnits(left < 0n ? 0n : left),
    isWithdrawEnabled: true,
    reason: null,
    lockedAmount: locked.length === 0 ? '0' : '1000',
  };
};
