import type { RecordedRequest } from '../recorded-exchange.ts';
import {
  AT_MS,
  DEPOSIT_HASH,
  ETHER,
  WITHDRAWAL_HASH,
  type ExchangeSample,
} from '../exchange-sample.ts';

const OWN_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const SENDER = '2N35qDKDY22zmJq9eSyiAerMD4enJ1xx6ax';

/** Deribit lists the rows of one currency per request. */
const deribitOnly =
  (rows: readonly { currency: string }[]) =>
  ({ query }: RecordedRequest): object => {
    const data = rows.filter(({ currency }) => currency === query.get('currency'));
    return { jsonrpc: '2.0', id: 1, result: { count: data.length, data } };
  };

export const sample: ExchangeSample = {
  responses: {
    'GET www.deribit.com/api/v2/private/get_deposits': deribitOnly([
      {
        address: OWN_ADDRESS,
        amount: 5.5,
        currency: 'BTC',
        received_timestamp: AT_MS,
        source_address: SENDER,
        state: 'completed',
        transaction_id: DEPOSIT_HASH,
        updated_timestamp: AT_MS + 9,
      } as { currency: string },
      {
        address: OWN_ADDRESS,
        amount: 0.25,
        currency: 'BTC',
        received_timestamp: AT_MS + 1,
        state: 'replaced',
        transaction_id: WITHDRAWAL_HASH,
        updated_timestamp: AT_MS + 9,
      } as { currency: string },
    ]),
    'GET www.deribit.com/api/v2/private/get_withdrawals': deribitOnly([
      {
        id: 7,
        address: ETHER,
        amount: '0.50',
        currency: 'ETH',
        created_timestamp: AT_MS,
        fee: '0.00010',
        state: 'rejected',
        transaction_id: null,
        updated_timestamp: AT_MS + 9,
      } as { currency: string },
      {
        id: 8,
        address: ETHER,
        amount: '0.75',
        currency: 'ETH',
        created_timestamp: AT_MS + 2,
        fee: '0.00010',
        state: 'confirmed',
        transaction_id: null,
        updated_timestamp: AT_MS + 9,
      } as { currency: string },
    ]),
    'GET www.deribit.com/api/v2/public/get_currencies': {
      jsonrpc: '2.0',
      result: [
        { currency: 'BTC', coin_type: 'BTC', network_currency: 'BTC', withdrawal_fee: 0.00013 },
        { currency: 'ETH', coin_type: 'ETH', network_currency: 'ETH', withdrawal_fee: 0.0009 },
      ],
    },
    'GET www.deribit.com/api/v2/private/get_account_summaries': {
      result: {
        summaries: [
          {
            currency: 'BTC',
            equity: '2.0',
            available_funds: '1.5',
            available_withdrawal_funds: '1.20',
          },
        ],
      },
    },
  },
  rows: [
    `deposit completed BTC 5.5 ${AT_MS} ${DEPOSIT_HASH} ${SENDER} - -`,
    `deposit canceled BTC 0.25 ${AT_MS + 1} ${WITHDRAWAL_HASH} ${OWN_ADDRESS} - -`,
    `withdrawal failed ETH 0.50 ${AT_MS} - ${ETHER} 0.00010 ETH`,
    `withdrawal pending ETH 0.75 ${AT_MS + 2} - ${ETHER} 0.00010 ETH`,
  ],
  balances: [['BTC', '1.20']],
};
