import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

/** Returns the response by the body, because there is only one endpoint. */
function response({ body }: RecordedRequest): unknown {
  const { type } = JSON.parse(body) as { type: string };
  switch (type) {
    case 'exchangeStatus':
      return { time: Date.now() };
    case 'spotMeta':
      return {
        tokens: [{ name: 'USDC', index: 0, weiDecimals: 8, fullName: null, evmContract: null }],
        universe: [],
      };
    case 'clearinghouseState':
      return {
        assetPositions: [],
        marginSummary: { accountValue: '120.75', totalMarginUsed: '10.0', totalRawUsd: '120.75' },
        withdrawable: '95.50',
        time: AT_MS,
      };
    case 'userAbstraction':
      return '"default"';
    case 'spotClearinghouseState':
      return {
        balances: [
          { coin: 'USDC', token: 0, total: '50.0', hold: '10.0', entryNtl: '0.0' },
          { coin: 'HYPE', token: 150, total: '4.43762752', hold: '0.5', entryNtl: '78.98' },
        ],
      };
    case 'userNonFundingLedgerUpdates':
      return [
        { time: AT_MS, hash: DEPOSIT_HASH, delta: { type: 'deposit', usdc: '105.0' } },
        {
          time: AT_MS + 1,
          hash: WITHDRAWAL_HASH,
          delta: { type: 'withdraw', usdc: '9.25', nonce: AT_MS, fee: '1.75' },
        },
        {
          time: AT_MS + 2,
          hash: DEPOSIT_HASH,
          delta: { type: 'accountClassTransfer', usdc: '50.0', toPerp: false, user: ETHER },
        },
      ];
    default:
      return undefined;
  }
}

export const sample: ExchangeSample = {
  responses: { 'POST api.hyperliquid.xyz/info': response },
  rows: [
    `deposit completed USDC 105.0 ${AT_MS} ${DEPOSIT_HASH} - - -`,
    `withdrawal unknown USDC 9.25 ${AT_MS + 1} ${WITHDRAWAL_HASH} - 1.75 USDC`,
  ],
  balances: [
    ['USDC', '95.50'],
    ['HYPE', '3.93762752'],
  ],
};
