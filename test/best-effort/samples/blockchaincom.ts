import { DAY_MS } from '../../../src/domain/duration.ts';
import type { RecordedRequest } from '../recorded-exchange.ts';
import { DEPOSIT_HASH, ETHER, type ExchangeSample } from '../exchange-sample.ts';

const LATE_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS;
const EARLY_MS = LATE_MS - 200 * DAY_MS;

/** Rows as the exchange selects them: by `from` and `to`. */
const select =
  <Row extends { readonly timestamp: number }>(rows: readonly Row[]) =>
  ({ query }: RecordedRequest): readonly Row[] =>
    rows.filter(
      ({ timestamp }) =>
        timestamp >= Number(query.get('from') ?? 0) &&
        timestamp <= Number(query.get('to') ?? Number.MAX_SAFE_INTEGER),
    );
const deposit = {
  depositId: '748e9180-be0d-4a80-e175-0156150efc95',
  amount: 0.009,
  currency: 'ETH',
  address: ETHER,
  state: 'UNCONFIRMED',
  txHash: DEPOSIT_HASH,
  timestamp: LATE_MS,
};
const withdrawal = {
  amount: 30.5,
  currency: 'USDT',
  beneficiary: 'cab00d11-6e7f-46b7-b453-2e8ef6f101fa',
  withdrawalId: '99df5ef7-eab6-4033-be49-312930fbd1ea',
  fee: 34.005_078,
  state: 'REFUNDED',
  timestamp: LATE_MS,
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.blockchain.com/v3/exchange/deposits': select([
      deposit,
      { ...deposit, depositId: 'd2', state: 'REJECTED', timestamp: EARLY_MS },
    ]),
    'GET api.blockchain.com/v3/exchange/withdrawals': select([
      withdrawal,
      { ...withdrawal, withdrawalId: 'w2', state: 'COMPLETED', timestamp: EARLY_MS },
    ]),
    'GET api.blockchain.com/v3/exchange/accounts':
      '{"primary":[{"currency":"ETH","balance":0.009,"available":0.0080000000000000001,' +
      '"balance_local":30.82869,"available_local":30.82869,"rate":3425.41},' +
      '{"currency":"USD","balance":5,"available":3.5},{"currency":"ODD"}],' +
      '"margin":[{"currency":"BTC","balance":9,"available":9}]}',
  },
  rows: [
    `deposit pending ETH 0.009 ${LATE_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
    `deposit failed ETH 0.009 ${EARLY_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
    `withdrawal failed USDT 30.5 ${LATE_MS} - - 34.005078 USDT`,
    `withdrawal completed USDT 30.5 ${EARLY_MS} - - 34.005078 USDT`,
  ],
  balances: [
    ['ETH', '0.0080000000000000001'],
    ['USD', '3.5'],
  ],
  networks: { USD: [] },
  withdrawableUnverified: true,
  requestsMax: 30,
};
