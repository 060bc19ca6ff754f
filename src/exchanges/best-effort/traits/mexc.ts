import { readText, requireText } from '../../mapping/raw-row.ts';
import { readEntries, readLimit, requireFlag, rowsAt } from '../reader-forms.ts';
import { endsAt } from '../trait-forms.ts';
import type { ExchangeTraits } from '../exchange-traits.ts';

export const mexc: ExchangeTraits = {
  // mexc.com/api-docs/spot-v3, Error Code.
  errorCodes: {
    '"code":10072': 'exchange_key_refused', // "Invalid access key"
    '"code":700006': 'exchange_permission_denied', // "IP non white list"
    '"code":700007': 'exchange_permission_denied', // "No permission to access the endpoint"
  },
  openedIn: 2018,
  end: endsAt('endTime'),
  // A window has at most 7 days, and "can query 90 days data at most" (mexc.com/api-docs/spot-v3, Deposit History,
  // Withdraw History, since 2024-01-01).
  windowDays: 7,
  listedDays: 89,
  note: 'the last 90 days only',
  limit: 1000,
  // A deposit may be credited (`depositPreConfirms`) before it can be withdrawn (`minConfirm`). The
  // documentation does not say if `free` contains it.
  withdrawable: { account: 'spot', source: null },
  coins: {
    rows: rowsAt(),
    coin: (row) => requireText(row, 'coin'),
    // `netWork` identifies a network, `network` names it (`Tron(TRC20)`); `name` is the name of the coin.
    networkRows: (row) => readEntries(row, 'networkList'),
    network: (network) => ({
      id: readText(network, 'netWork') ?? requireText(network, 'network'),
      name: readText(network, 'network'),
      contract: readText(network, 'contract'),
      isOpen: requireFlag(network, 'withdrawEnable'),
      minWithdrawal: readLimit(network, 'withdrawMin'),
      maxWithdrawal: readLimit(network, 'withdrawMax'),
    }),
  },
  rows: {
    createdAt: ['insertTime', 'applyTime'],
    // github.com/mexcdevelop/apidocs, Deposit History (8 to 12: pull request 263).
    status: {
      field: 'status',
      deposits: {
        '1': 'failed', // smaller than the minimum
        '2': 'pending',
        '3': 'pending',
        '4': 'pending',
        '5': 'completed',
        '6': 'pending', // auditing
        '7': 'failed', // rejected
        '8': 'failed', // refunded
        '9': 'pending', // credited before it is confirmed
        '10': 'failed', // invalid
        '11': 'pending', // restricted
        '12': 'completed',
      },
      withdrawals: {
        '1': 'pending',
        '2': 'pending',
        '3': 'pending',
        '4': 'pending',
        '5': 'pending',
        '6': 'pending',
        '7': 'completed',
        '8': 'failed',
        '9': 'canceled',
        '10': 'pending', // manual review
      },
    },
  },
};
