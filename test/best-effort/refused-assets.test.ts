import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import {
  openRecorded,
  RecordedExchange,
  type RecordedRequest,
  type RecordedResponses,
} from './recorded-exchange.ts';
import { AT_MS, DEPOSIT_HASH } from './exchange-sample.ts';

// A name without the form that the exchange uses for a coin on one of several networks.
const ODD = 'usdt kaia';
const HISTORY = 'GET api.bitopro.com/v3/wallet/depositHistory';

function deposit(serial: string): object {
  return {
    serial,
    timestamp: String(AT_MS),
    address: 'TQ5NMqJjhpQ8WBa5wqvhzVy3xZ1c8bKRXg',
    amount: '20.50',
    fee: '0',
    total: '20.50',
    status: 'COMPLETE',
    txid: DEPOSIT_HASH,
    message: '',
    protocol: 'TRX',
    id: serial,
  };
}

const CURRENCIES = 'GET api.bitopro.com/v3/provisioning/currencies';
const listCurrencies = (names: readonly string[]): object => ({
  data: names.map((currency) => ({
    currency,
    deposit: true,
    withdraw: true,
    withdrawFee: '1',
    minWithdraw: '2',
    maxWithdraw: '100',
  })),
});

const RESPONSES: RecordedResponses = {
  [CURRENCIES]: listCurrencies([ODD, 'btc', 'usdt']),
  [`${HISTORY}/BTC`]: { data: [] },
  [`${HISTORY}/USDT`]: { data: [deposit('2')] },
};

/** Reads a day of deposits. */
async function readDeposits(responses: RecordedResponses) {
  using exchange = new RecordedExchange(responses);
  const account = await openRecorded('bitopro', await exchange.listen());
  const source = account.sources.find(({ name }) => name === 'deposits');
  const reading = await account.readWindow(source!, AT_MS - 43_200_000, AT_MS + 43_200_000);
  return { ...reading, requests: exchange.requests.map(({ endpoint }) => endpoint) };
}

it('reads the lists of all other assets if one asset is refused, and reports which', async () => {
  const { transactions, unreadable, requests } = await readDeposits(RESPONSES);
  expect(transactions).toMatchObject([{ asset: 'USDT', amount: '20.50' }]);
  expect(unreadable).toMatchObject([{ raw: '{"asset":"USDT KAIA"}' }]);
  expect(requests).toContain(`${HISTORY}/USDT%20KAIA`);
});

it('reads the list of an asset whose name is encoded in the path', async () => {
  const responses = { ...RESPONSES, [`${HISTORY}/USDT%20KAIA`]: { data: [deposit('3')] } };
  const { transactions, unreadable } = await readDeposits(responses);
  expect(transactions.map(({ asset }) => asset).toSorted()).toEqual(['USDT', 'USDT KAIA']);
  expect(unreadable).toEqual([]);
});

it('fails after a transient error, and if every asset is refused', async () => {
  const busy = { ...RESPONSES, [`${HISTORY}/USDT`]: '<html>busy</html>' };
  await expect(readDeposits(busy)).rejects.toMatchObject({ code: 'exchange_unavailable' });
  const { [`${HISTORY}/BTC`]: _btc, [`${HISTORY}/USDT`]: _usdt, ...none } = RESPONSES;
  await expect(readDeposits(none)).rejects.toMatchObject({ code: 'exchange_request_refused' });
});

it('requests the held and the most common of many assets, and reports that rows of others may be missing', async () => {
  const names = Array.from({ length: 41 }, (_, index) => `coin${index}`);
  const held = { currency: 'coin7', amount: '2', available: '0', stake: '2', tradable: true };
  const many: RecordedResponses = {
    ...RESPONSES,
    [CURRENCIES]: listCurrencies(names),
    'GET api.bitopro.com/v3/accounts/balance': { data: [held] },
  };
  const { mayMissAssets, requests } = await readDeposits(many);
  expect(mayMissAssets).toBe(true);
  const lists = requests.filter((endpoint) => endpoint.startsWith(HISTORY));
  const assets = lists.map((endpoint) => endpoint.slice(HISTORY.length + 1));
  expect(assets.toSorted()).toEqual(['BTC', 'COIN7', 'ETH', 'USDC', 'USDT']);
  const holdings = names.map((currency) => ({ ...held, currency }));
  const whale = await readDeposits({
    ...many,
    'GET api.bitopro.com/v3/accounts/balance': { data: holdings },
    [`${HISTORY}/COIN0`]: { data: [] },
  });
  expect(whale.mayMissAssets).toBe(true);
  expect(whale.requests.filter((endpoint) => endpoint.startsWith(HISTORY))).toHaveLength(40);
  const [coin] = names;
  const few = { ...RESPONSES, [CURRENCIES]: listCurrencies([coin!, 'btc']) };
  expect((await readDeposits(few)).mayMissAssets).toBeUndefined();
});

it('BTSE: requests common assets that are no longer held, and reports that rows of others may be missing', async () => {
  const listOf = (data: unknown): object => ({ code: 1, msg: 'Success', data, success: true });
  const atMs = Date.now() - DAY_MS;
  const row = {
    transactionTime: atMs,
    type: 'WITHDRAW',
    asset: 'BTC',
    netAmount: '0.5',
    amount: '0.5',
    transactionRef: '2026081200000369',
    status: 'COMPLETED',
  };
  const balance = { asset: 'USD', type: 'FIAT', totalAmount: '7', availableAmount: '3.25' };
  using exchange = new RecordedExchange({
    'GET api.btse.com/public-api/wallet/v1/user/assets': listOf([balance]),
    'GET api.btse.com/public-api/wallet/v1/user/walletHistory': ({ query }: RecordedRequest) =>
      listOf(query.get('asset') === 'BTC' ? [row] : []),
  });
  const account = await openRecorded('btse', await exchange.listen());
  const reading = await account.readWindow(account.sources[0]!, atMs - DAY_MS, Date.now());
  expect(reading.transactions).toMatchObject([{ type: 'withdrawal', asset: 'BTC', amount: '0.5' }]);
  expect(reading.mayMissAssets).toBe(true);
  const assets = exchange.requests.map(({ query }) => query.get('asset')).filter((each) => each);
  expect(new Set(assets)).toEqual(new Set(['USD', 'BTC', 'ETH', 'USDT', 'USDC']));
});
