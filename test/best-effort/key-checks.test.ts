/** The check of a key at the exchanges that are sent a request for each coin with a balance. */
import { describe, expect, it } from 'vitest';

import { checkExchangeKey } from '../../src/compose/check-exchange-key.ts';
import { readConfig } from '../../src/config/read-config.ts';
import {
  openRecorded,
  RecordedExchange,
  type RecordedResponses,
  SAMPLE_CREDENTIALS,
} from './recorded-exchange.ts';

const COINS = Array.from({ length: 50 }, (_, index) => `C${index}`);
const PHEMEX = 'GET api.phemex.com';
const BACKPACK = 'GET api.backpack.exchange/api/v1';
const COINBASE = 'GET api.international.coinbase.com/api/v1';

interface Recorded {
  /** The responses without those about a coin. */
  readonly responses: RecordedResponses;
  /** The requests that the key signs for the check. */
  readonly signed: readonly string[];
  readonly ofCoin: RegExp;
  readonly ofAnyCoin: RecordedResponses;
  /** Documented bodies for a wrong key, and for a key that may not read balances. */
  readonly failures: readonly (readonly [number, string, string])[];
}

const RECORDED: Readonly<Record<string, Recorded>> = {
  phemex: {
    responses: {
      [`${PHEMEX}/public/products`]: {
        code: 0,
        data: { currencies: COINS.map((currency) => ({ currency, code: 1, valueScale: 8 })) },
      },
      [`${PHEMEX}/spot/wallets`]: {
        code: 0,
        data: COINS.map((currency) => ({ currency, balanceEv: 1, lockedTradingBalanceEv: 0 })),
      },
    },
    signed: [`${PHEMEX}/spot/wallets`],
    ofCoin: /asset\/info$/,
    ofAnyCoin: {
      [`${PHEMEX}/phemex-withdraw/wallets/api/asset/info`]: { code: 0, data: { chainInfos: [] } },
    },
    failures: [
      [401, '{"code":"401","msg":"401 Failed to load API KEY."}', 'exchange_key_refused'],
      [200, '{"code":39996,"msg":"Access denied."}', 'exchange_permission_denied'],
    ],
  },
  backpack: {
    responses: {
      [`${BACKPACK}/time`]: () => String(Date.now()),
      [`${BACKPACK}/assets`]: COINS.map((symbol) => ({ symbol, tokens: [] })),
      [`${BACKPACK}/capital`]: Object.fromEntries(
        COINS.map((coin) => [coin, { available: '1', locked: '0', staked: '0' }]),
      ),
    },
    signed: [`${BACKPACK}/capital`],
    ofCoin: /limits\/withdrawal$/,
    ofAnyCoin: { [`${BACKPACK}/account/limits/withdrawal`]: { maxWithdrawalQuantity: '1' } },
    failures: [
      [400, '{"code":"INVALID_SIGNATURE","message":"Invalid signature"}', 'exchange_key_refused'],
    ],
  },
  coinbaseinternational: {
    responses: {
      [`${COINBASE}/assets`]: COINS.map((name) => ({ asset_id: name, asset_name: name })),
      [`${COINBASE}/portfolios`]: [{ portfolio_id: 'p1', is_default: true }],
      [`${COINBASE}/portfolios/p1/balances`]: COINS.map((name) => ({
        asset_name: name,
        quantity: '1',
        hold: '0',
        max_withdraw_amount: '1',
      })),
    },
    signed: [`${COINBASE}/portfolios`, `${COINBASE}/portfolios/p1/balances`],
    ofCoin: /networks$/,
    ofAnyCoin: Object.fromEntries(COINS.map((coin) => [`${COINBASE}/assets/${coin}/networks`, []])),
    failures: [[401, '{"title":"Unauthorized","status":401}', 'exchange_permission_denied']],
  },
};

async function check(name: string, responses: RecordedResponses) {
  using exchange = new RecordedExchange(responses);
  const env = {
    TELLER_EXCHANGE_PROXY_URL: await exchange.listen(),
    TELLER_EXCHANGE_THROTTLE: 'off',
  };
  const result = await checkExchangeKey(readConfig(env, '/'), name, SAMPLE_CREDENTIALS, Date.now);
  return { error: result.error, requests: exchange.requests.map(({ endpoint }) => endpoint) };
}

describe.each(Object.entries(RECORDED))('%s', (name, recorded) => {
  const { responses, signed, ofCoin, ofAnyCoin, failures } = recorded;
  const all = { ...responses, ...ofAnyCoin };

  it('checks a key without a request for each coin', async () => {
    const { error, requests } = await check(name, all);
    expect(error).toBeUndefined();
    expect(requests.toSorted()).toEqual(Object.keys(responses).toSorted());
  });

  it.each(failures)('refuses a key after %i %s', async (failsWith, body, code) => {
    for (const endpoint of signed) {
      const { error } = await check(name, { ...all, [endpoint]: { failsWith, body } });
      expect(error?.code).toBe(code);
    }
  });

  it('requests each coin once, and the list of coins once, for the balances', async () => {
    using exchange = new RecordedExchange(all);
    const account = await openRecorded(name, await exchange.listen());
    await account.fetchTimeMs();
    const { balances } = await account.readBalances();
    expect(balances).toHaveLength(COINS.length);
    const requests = exchange.requests.map(({ endpoint }) => endpoint);
    expect(requests.filter((endpoint) => ofCoin.test(endpoint))).toHaveLength(COINS.length);
    expect(requests.filter((endpoint) => /products$|assets$/.test(endpoint))).toHaveLength(1);
  });
});

it('refuses a key of Phemex if the scales of its amounts are missing', async () => {
  const { responses } = RECORDED['phemex']!;
  const busy = { failsWith: 404, body: '{"code":412,"msg":"Missing parameter"}' };
  const { error } = await check('phemex', { ...responses, [`${PHEMEX}/public/products`]: busy });
  expect(error?.code).toBe('exchange_request_refused');
});
