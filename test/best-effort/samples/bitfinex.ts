import { AT_MS, DEPOSIT_HASH, ETHER, patternOf, type ExchangeSample } from '../exchange-sample.ts';

/** The lists of `conf/…`, as one list. */
const LISTS = [
  ['BTC', 'ETH', 'UST', 'UDC', 'USD', 'USTF0', 'LNX'],
  [
    ['UST', 'USDt'],
    ['UDC', 'USDC'],
  ],
  [['UST', 'Tether USDt']],
  [],
  [['USTF0', 'UST']],
  [['UDC', 'ETH']],
  [],
  [['ETH', [0, 0.001]]],
  [
    ['BITCOIN', ['BTC']],
    ['ETHEREUM', ['ETH']],
    // A method that moves two currencies.
    ['TETHERUSE', ['UST', 'USTF0']],
    ['TETHERUSX', ['UST']],
    ['TETHERUSDTAVAX', ['UST']],
    ['TETHERUSDTDVF', ['UST']],
    ['UDC', ['UDC']],
    ['WIRE', ['USD']],
  ],
  [
    ['BITCOIN', 1, 1, null],
    ['ETHEREUM', 1, 1, null],
    ['TETHERUSE', 1, 1, null],
    ['TETHERUSX', 1, 0, null],
    ['TETHERUSDTAVAX', 0, 1, null],
    ['TETHERUSDTDVF', 1, 1, null],
    ['UDC', 1, 1, null],
    ['WIRE', 1, 1, null],
  ],
  ['BTC'],
];
const CONF =
  'pub:list:currency,pub:map:currency:sym,pub:map:currency:label,pub:map:currency:unit,' +
  'pub:map:currency:undl,pub:map:currency:pool,pub:map:currency:explorer,' +
  'pub:map:currency:tx:fee,pub:map:tx:method,pub:info:tx:status,pub:list:currency:margin';

export const sample: ExchangeSample = {
  responses: {
    'POST api.bitfinex.com/v2/auth/r/movements/hist':
      `[[13105603,"ETH","ETHEREUM",null,null,${AT_MS},${AT_MS + 900},null,null,"COMPLETED",null,null,` +
      `0.2600000000000000001,0,null,null,"${ETHER}",null,null,null,"${DEPOSIT_HASH}",null],` +
      `[13105604,"UST","TETHERUSE",null,null,${AT_MS + 5},${AT_MS + 900},null,null,"UNCONFIRMED",null,null,` +
      `-0.240,-0.00135,null,null,"${ETHER}",null,null,null,null,"rent"]]`,
    'POST api.bitfinex.com/v2/auth/r/wallets':
      '[["exchange","ETH",1.50,0,1.2500000000000000001,null,null],' +
      '["exchange","UST",9,0,8.50,null,null],["exchange","UDC",2,0,2.0,null,null],' +
      '["exchange","USD",1,0,1,null,null],["exchange","LNX",1,0,1.0,null,null],' +
      '["margin","BTC",3,0,3,null,null]]',
    [`GET api-pub.bitfinex.com/v2/conf/${CONF}`]: LISTS,
  },
  rows: [
    `deposit completed ETH 0.2600000000000000001 ${AT_MS} ${DEPOSIT_HASH} ${ETHER} 0 ETH`,
    `withdrawal pending USDT 0.240 ${AT_MS + 5} - ${ETHER} 0.00135 USDT`,
  ],
  balances: [
    ['ETH', '1.2500000000000000001'],
    ['USDT', '8.50'],
    ['USDC', '2.0'],
    ['USD', '1'],
    ['LNX', '1.0'],
  ],
  networks: {
    ETH: [['ethereum', 'ETH', 'Ethereum', null, null, patternOf('ETH')]],
    USDT: [
      ['tetheruse', 'ETH', 'Ethereum', null, null, patternOf('ETH')],
      ['tetherusdtavax', 'AVAXC', 'Avalanche C-Chain', null, null, patternOf('AVAXC')],
      ['tetherusdtdvf', 'tetherusdtdvf', 'tetherusdtdvf', null, null, null],
    ],
    USDC: [['udc', 'ETH', 'Ethereum', null, null, patternOf('ETH')]],
    USD: [],
  },
  withdrawableUnverified: true,
};
