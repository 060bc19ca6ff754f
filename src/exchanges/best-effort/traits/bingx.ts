import { readText, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { byRows, endsAt, startsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const bingx: ExchangeTraits = {
  // github.com/BingX-API/api-ai-skills, API Error Code Reference, common error codes.
  errorCodes: {
    '"code":100004': 'exchange_permission_denied', // the key lacks a right
    '"code":100410': 'exchange_rate_limited', // "Request rate limit exceeded"; ccxt: the system is busy
    '"code":100413': 'exchange_key_refused', // "API Key is incorrect or missing"
    '"code":100421': 'exchange_clock', // "timestamp mismatch with server time"; ccxt: a wrong market
  },
  openedIn: 2019,
  start: startsAt('startTime'),
  end: endsAt('endTime'),
  limit: 1000,
  page: byRows('offset'),
  withdrawable: {
    // A withdrawal is requested with `walletType` 1, the fund account (BingX-API/api-ai-skills, spot-wallet).
    // A deposit on the chain (status 6) cannot be withdrawn before it is completed. The documentation does
    // not say if `free` contains it.
    account: 'fund',
    source: null,
    request: { type: 'funding' },
  },
  coins: {
    rows: rowsAt('data'),
    coin: (row) => requireText(row, 'coin'),
    networkRows: (row) => readEntries(row, 'networkList'),
    network: (network) => ({
      id: requireText(network, 'network'),
      // No name: `name` is the name of the coin, `displayName` of coin and network.
      contract: readText(network, 'contractAddress'),
      isOpen: requireFlag(network, 'withdrawEnable'),
      minWithdrawal: readLimit(network, 'withdrawMin'),
      maxWithdrawal: readLimit(network, 'withdrawMax'),
    }),
  },
  rows: {
    createdAt: ['insertTime', 'applyTime'],
    // ccxt removes the name of the network from the name of the coin: STETH on the network ETH becomes ST.
    coin: 'coin',
    asset: (row) => readText(row, 'coin'),
    fee: ['transactionFee'],
    sender: ['sourceAddress'],
    status: {
      field: 'status',
      // 0 in progress, 6 on the chain, 1 completed (bingx-api.github.io, Deposit records). Another page of
      // BingX has 1 and 6 reversed; customers see the statuses of this table (ccxt, issue 27415).
      deposits: { '0': 'pending', '1': 'completed', '6': 'pending' },
      withdrawals: { '4': 'pending', '5': 'failed', '6': 'completed' },
    },
  },
};
