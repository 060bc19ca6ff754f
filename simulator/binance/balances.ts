import type { JsonValue } from '../json-text.ts';
import type { BinanceAccount, ReadRoute } from './account.ts';
import type { BinanceCoin, BinanceNetwork } from './coins.ts';
import { BINANCE_COINS } from './coins.ts';

/** `GET /api/v3/account`: spot balances of all coins; with `omitZeroBalances`, of coins with a balance. */
export const readAccount: ReadRoute = (account, params, nowMs) => {
  const held = new Map(account.balances.at(nowMs).map((balance) => [balance.assetId, balance]));
  const balances = BINANCE_COINS.map(({ coin }) => ({
    asset: coin,
    free: held.get(coin)?.free ?? '0.00000000',
    locked: held.get(coin)?.locked ?? '0.00000000',
    zero: (held.get(coin)?.total ?? '0') === '0',
  }));
  const omitZero = params.get('omitZeroBalances') === 'true';
  return {
    makerCommission: 10,
    takerCommission: 10,
    buyerCommission: 0,
    sellerCommission: 0,
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    updateTime: nowMs,
    accountType: 'SPOT',
    balances: balances
      .filter(({ zero }) => !omitZero || !zero)
      .map(({ asset, free, locked }) => ({ asset, free, locked })),
    permissions: ['SPOT'],
    uid: 354_937_868,
  };
};

/** `GET /sapi/v1/capital/config/getall`: every coin with its networks and the account's balance. */
export function listCoins(account: BinanceAccount, nowMs: number): JsonValue {
  const held = new Map(account.balances.at(nowMs).map((balance) => [balance.assetId, balance]));
  return BINANCE_COINS.map((coin) => ({
    coin: coin.coin,
    name: coin.name,
    depositAllEnable: true,
    withdrawAllEnable: !coin.isLegalMoney,
    free: held.get(coin.coin)?.free ?? '0',
    locked: held.get(coin.coin)?.locked ?? '0',
    freeze: '0',
    withdrawing: '0',
    ipoing: '0',
    ipoable: '0',
    storage: '0',
    isLegalMoney: coin.isLegalMoney,
    trading: !coin.isLegalMoney,
    networkList: coin.networks.map((network, index) => writeNetwork(coin, network, index === 0)),
  }));
}

function writeNetwork(coin: BinanceCoin, network: BinanceNetwork, isDefault: boolean): JsonValue {
  return {
    network: network.network,
    coin: coin.coin,
    withdrawIntegerMultiple: network.withdrawIntegerMultiple,
    isDefault,
    depositEnable: true,
    withdrawEnable: network.withdrawEnable,
    depositDesc: '',
    withdrawDesc: network.withdrawEnable ? '' : 'Wallet Maintenance, Withdrawal Suspended',
    specialTips: '',
    name: network.name,
    resetAddressStatus: false,
    addressRegex: network.addressRegex,
    memoRegex: network.memoRegex,
    withdrawFee: network.withdrawFee,
    withdrawMin: network.withdrawMin,
    withdrawMax: network.withdrawMax,
    depositDust: '0.00000001',
    minConfirm: 12,
    unLockConfirm: 12,
    sameAddress: network.memoRegex !== '',
    estimatedArrivalTime: 5,
    busy: false,
    contractAddress: '',
  };
}
