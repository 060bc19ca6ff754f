import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  TRON,
  patternOf,
  type ExchangeSample,
} from './exchange-sample.ts';

const chain = (ccy: string, id: string, further: object = {}): object => ({
  ccy,
  chain: id,
  canDep: true,
  canWd: true,
  minWd: '2.50',
  maxWd: '5000000',
  minFee: '1',
  maxFee: '2',
  wdTickSz: '6',
  name: 'A coin',
  ...further,
});

const list = (...data: object[]): object => ({ code: '0', msg: '', data });

/** Returns the sample of a regional exchange of OKX, in their common format. */
export function okxSample(host: string): ExchangeSample {
  return {
    responses: {
      [`GET ${host}/api/v5/public/time`]: list({ ts: String(Date.now()) }),
      [`GET ${host}/api/v5/asset/currencies`]: list(
        chain('USDT', 'USDT-TRC20'),
        chain('USDT', 'USDT-ERC20', { canWd: false }),
        chain('USDT', 'USDT-Arbitrum One', { minWd: '0.1' }),
        chain('USDT', 'USDT-A new chain'),
        chain('EUR', '', { minWd: '10' }),
      ),
      [`GET ${host}/api/v5/asset/balances`]: list(
        // A deposit of 50.10 cannot be withdrawn yet.
        { ccy: 'USDT', bal: '62.60', availBal: '60.60', frozenBal: '2' },
        { ccy: 'EUR', bal: '7.25', availBal: '7.25' },
      ),
      [`GET ${host}/api/v5/asset/deposit-history`]: list(
        {
          ccy: 'USDT',
          chain: 'USDT-ERC20',
          amt: '50.10',
          from: '',
          to: ETHER,
          txId: DEPOSIT_HASH,
          ts: String(AT_MS),
          state: '1',
          depId: '4703879',
        },
        {
          ccy: 'USDT',
          amt: '1.5',
          from: '',
          to: ETHER,
          ts: String(AT_MS + 1),
          state: '11',
          txId: '1915737_3_0_0_asset',
          fromWdId: '7788',
          depId: '2',
        },
      ),
      [`GET ${host}/api/v5/asset/withdrawal-history`]: list({
        ccy: 'USDT',
        chain: 'USDT-TRC20',
        amt: '14.25',
        fee: '1.50',
        feeCcy: 'USDT',
        from: '',
        to: TRON,
        txId: '',
        ts: String(AT_MS),
        state: '-2',
        wdId: '4703880',
      }),
      [`GET ${host}/api/v5/fiat/deposit-order-history`]: list({
        cTime: String(AT_MS + 2),
        uTime: String(AT_MS + 3),
        ordId: '024041201450544699',
        paymentMethod: 'SEPA',
        paymentAcctId: '20',
        amt: '7.25',
        fee: '0.50',
        ccy: 'EUR',
        state: 'completed',
        clientId: '',
      }),
      [`GET ${host}/api/v5/fiat/withdrawal-order-history`]: list(),
      [`GET ${host}/api/v5/asset/bills-history`]: list(
        // A transfer to the trading account, a reward, and a withdrawal, which another list contains.
        { billId: '12344', ccy: 'USDT', balChg: '-2', type: '131', ts: String(AT_MS + 4) },
        { billId: '12345', ccy: 'USDT', balChg: '0.25', type: '83', ts: String(AT_MS + 5) },
        { billId: '12346', ccy: 'USDT', balChg: '-15.75', type: '2', ts: String(AT_MS) },
      ),
    },
    rows: [
      `deposit completed USDT 50.10 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} - -`,
      `deposit pending USDT 1.5 ${AT_MS + 1} - ${ETHER} - -`,
      `withdrawal canceled USDT 14.25 ${AT_MS} - ${TRON} 1.50 USDT`,
      `deposit completed EUR 7.25 ${AT_MS + 2} - - 0.50 EUR`,
      `transfer_out completed USDT 2 ${AT_MS + 4} - - - -`,
      `reward completed USDT 0.25 ${AT_MS + 5} - - - -`,
    ],
    balances: [
      ['USDT', '10.50'],
      ['EUR', '7.25'],
    ],
    networks: {
      USDT: [
        ['USDT-TRC20', 'TRX', 'TRC20', '2.50', '5000000', patternOf('TRX')],
        ['USDT-Arbitrum One', 'ARBITRUM', 'Arbitrum One', '0.1', '5000000', patternOf('ARBITRUM')],
        ['USDT-A new chain', 'A new chain', 'A new chain', '2.50', '5000000', null],
      ],
      EUR: [],
    },
  };
}
