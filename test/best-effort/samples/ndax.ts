import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const SENDER = '0x8894e0a0c962cb723c1976a4421c95949be2d4e3';
/** Times of .NET: 100 ns since the year 1. */
const ticksOf = (timeMs: number): string =>
  String(BigInt(timeMs) * 10_000n + 621_355_968_000_000_000n);
const product = (id: number, symbol: string, type = 'CryptoCurrency'): object => ({
  OMSId: 1,
  ProductId: id,
  Product: symbol,
  ProductFullName: symbol,
  ProductType: type,
  DecimalPlaces: 8,
  TickSize: 0.00000001,
  WithdrawEnabled: true,
});

export const sample: ExchangeSample = {
  responses: {
    'GET api.ndax.io:8443/AP/GetProducts': [
      product(1, 'BTC'),
      product(4, 'USDT'),
      product(6, 'CAD', 'NationalCurrency'),
    ],
    'GET api.ndax.io:8443/AP/GetUserAccounts': '[449]',
    'GET api.ndax.io:8443/AP/GetAccountPositions':
      '[{"OMSId":1,"AccountId":449,"ProductSymbol":"BTC","ProductId":1,"Amount":1.500000000000000000000000000,"Hold":0.25},' +
      '{"OMSId":1,"AccountId":449,"ProductSymbol":"CAD","ProductId":6,"Amount":100.25,"Hold":0}]',
    'GET api.ndax.io:8443/AP/GetDeposits':
      '[' +
      JSON.stringify({
        OMSId: 1,
        DepositId: 44,
        AccountId: 449,
        ProductId: 4,
        TicketStatus: 'FullyProcessed',
        DepositInfo: JSON.stringify({
          AccountProviderName: 'USDT_BSC',
          TXId: DEPOSIT_HASH,
          FromAddress: SENDER,
          ToAddress: ETHER,
        }),
        LastUpdateTimeStamp: 'TICKS',
        Amount: 'AMOUNT',
        FeeAmount: 0,
      })
        .replace('"TICKS"', ticksOf(AT_MS))
        .replace('"AMOUNT"', '200.50000000000000000000000000') +
      ']',
    'GET api.ndax.io:8443/AP/GetWithdraws': [
      {
        OMSId: 1,
        WithdrawId: 45,
        AccountId: 449,
        ProductId: 1,
        Amount: '0.125',
        FeeAmount: '0.001',
        TicketStatus: 'AdminCanceled',
        LastUpdateTimeStamp: Number.NaN,
        TemplateForm: JSON.stringify({
          TemplateType: 'BitcoinRPCWithdraw',
          ExternalAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
          TxId: WITHDRAWAL_HASH,
          TimeSubmitted: AT_MS,
          LastUpdated: AT_MS + 900_000,
        }),
      },
    ],
  },
  rows: [
    `deposit completed USDT 200.50000000000000000000000000 ${AT_MS} ${DEPOSIT_HASH} ${SENDER} 0 USDT`,
    `withdrawal canceled BTC 0.125 ${AT_MS} ${WITHDRAWAL_HASH} bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq 0.001 BTC`,
  ],
  balances: [
    ['BTC', '1.250000000000000000000000000'],
    ['CAD', '100.25'],
  ],
  networks: { CAD: [] },
  withdrawableUnverified: true,
};
