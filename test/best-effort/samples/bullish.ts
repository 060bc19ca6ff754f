import { DAY_MS } from '../../../src/domain/duration.ts';
import type { RecordedRequest } from '../recorded-exchange.ts';
import { DEPOSIT_HASH, ETHER, type ExchangeSample } from '../exchange-sample.ts';

const AT_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS;

const deposit = {
  custodyTransactionId: 'DB:9e6304a08c9cc2a33e6bc6429a088eae2a6b940c8e312aede3a3780257b9b979',
  direction: 'DEPOSIT',
  quantity: '150.50',
  symbol: 'USDC',
  fee: '0',
  memo: ETHER,
  createdAtDateTime: new Date(AT_MS).toISOString(),
  updatedAtDateTime: new Date(AT_MS + 900).toISOString(),
  status: 'CANCELLED',
  statusReason: 'OK',
  network: 'ETH',
  transactionDetails: {
    address: '0x34625d5f0b6575503a0669994dea24271bfbd443',
    blockchainTxId: DEPOSIT_HASH,
    swiftUetr: null,
    sources: [{ address: ETHER }],
  },
};
const withdrawal = {
  ...deposit,
  custodyTransactionId: 'DB:9e6304a08c9cc2a33e6bc6429a088eae2a6b940c8e312aede3a3780257b9b97a',
  direction: 'WITHDRAWAL',
  quantity: '10.00',
  fee: '3.00',
  status: 'COMPLETE',
  transactionDetails: { address: ETHER, blockchainTxId: null },
};
const account = {
  tradingAccountId: '111309424211255',
  assetSymbol: 'BTC',
  assetId: '1',
  availableQuantity: '4.50000000',
  borrowedQuantity: '0',
  lockedQuantity: '1.00000000',
  loanedQuantity: '0',
};

/** Two pages; without `_metaData` there are no links. */
const list = ({ query }: RecordedRequest): object => {
  if (query.get('_metaData') !== 'true') return [deposit];
  const [from = '', to = ''] = ['gte', 'lte'].map(
    (bound) => query.get(`createdAtDatetime[${bound}]`) ?? '',
  );
  const isInside = from <= deposit.createdAtDateTime && deposit.createdAtDateTime <= to;
  if (!isInside) return { data: [], links: { previous: null, next: null } };
  return query.get('_nextPage') === 'Mjk3NzM1'
    ? { data: [withdrawal], links: { previous: null, next: null } }
    : {
        data: Array.from({ length: 100 }, (_, index) => ({
          ...deposit,
          custodyTransactionId: `DB:${index}`,
        })),
        links: {
          previous: null,
          next: '/trading-api/v1/wallets/transactions?_pageSize=100&_nextPage=Mjk3NzM1',
        },
      };
};

export const sample: ExchangeSample = {
  responses: {
    'GET api.exchange.bullish.com/trading-api/v1/users/hmac/login': {
      authorizer: 'authorizer',
      token: 'token',
    },
    'GET api.exchange.bullish.com/trading-api/v1/accounts/trading-accounts': [
      {
        tradingAccountId: '111309424211256',
        tradingAccountName: 'Other',
        isPrimaryAccount: 'false',
      },
      {
        tradingAccountId: '111309424211255',
        tradingAccountName: 'Primary Account',
        isPrimaryAccount: 'true',
      },
    ],
    'GET api.exchange.bullish.com/trading-api/v1/accounts/asset': [
      account,
      { ...account, assetSymbol: 'USD', availableQuantity: '229016.0734' },
      { ...account, assetSymbol: 'ODD', availableQuantity: null },
    ],
    'GET api.exchange.bullish.com/trading-api/v1/assets': [
      { assetId: '1', symbol: 'BTC', name: 'Bitcoin', precision: '8', minFee: '0' },
      { assetId: '2', symbol: 'USD', name: 'US Dollar', precision: '4', minFee: '0' },
    ],
    'GET api.exchange.bullish.com/trading-api/v1/wallets/transactions': list,
  },
  rows: [
    ...Array.from(
      { length: 100 },
      () => `deposit canceled USDC 150.50 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} 0 USDC`,
    ),
    `withdrawal completed USDC 7.00 ${AT_MS} - ${ETHER} 3.00 USDC`,
  ],
  balances: [
    ['BTC', '4.50000000'],
    ['USD', '229016.0734'],
  ],
  networks: { USD: [] },
  quarantined: ['balances:ODD'],
  withdrawableUnverified: true,
  // Nine windows.
  requestsMax: 20,
};
