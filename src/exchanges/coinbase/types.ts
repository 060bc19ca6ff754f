/** What Coinbase's types of transaction mean. */
import type { TransactionType } from '../../domain/transaction.ts';

/** A type of which the sign of the amount tells the direction. */
const BY_SIGN = 'by-sign';
/** A move between two accounts of one customer: both have a row, and the one that it leaves counts. */
const OWN = 'own';
/** One asset becomes another: no transaction of a wallet. */
const TRADE = 'trade';

type Meaning = TransactionType | typeof BY_SIGN | typeof OWN | typeof TRADE;

/**
 * `type` of a transaction (docs.cdp.coinbase.com/coinbase-app/track-apis/transactions), with those
 * of earlier versions. `transfer` moves between accounts of one customer: a vault, staking, Coinbase
 * Pro, the international exchange.
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  send: BY_SIGN,
  receive: BY_SIGN,
  request: BY_SIGN,
  fiat_deposit: 'deposit',
  fiat_withdrawal: 'withdrawal',
  transfer: OWN,
  exchange_deposit: 'transfer',
  exchange_withdrawal: 'transfer',
  pro_deposit: 'transfer',
  pro_withdrawal: 'transfer',
  intx_deposit: 'transfer',
  intx_withdrawal: 'transfer',
  vault_withdrawal: OWN,
  staking_transfer: OWN,
  unstaking_transfer: OWN,
  derivatives_settlement: 'transfer',
  staking_reward: 'reward',
  inflation_reward: 'reward',
  interest: 'reward',
  earn_payout: 'reward',
  incentives_rewards_payout: 'reward',
  subscription_rebate: 'reward',
  subscription: 'fee',
  clawback: 'adjustment',
  incentives_shared_clawback: 'adjustment',
  retail_simple_dust: 'adjustment',
  unsupported_asset_recovery: 'other',
  tx: 'other',
  buy: TRADE,
  sell: TRADE,
  trade: TRADE,
  advanced_trade_fill: TRADE,
  wrap_asset: TRADE,
  unwrap_asset: TRADE,
};

/**
 * The type of a transaction, `undefined` for a trade and for what arrives from an account that tells of
 * it too, `other` for a type that is not known.
 */
export function transactionTypeOf(type: string, leaves: boolean): TransactionType | undefined {
  const meaning = Object.hasOwn(MEANINGS, type) ? MEANINGS[type] : undefined;
  if (meaning === TRADE) return undefined;
  if (meaning === OWN) return leaves ? 'transfer' : undefined;
  if (meaning !== BY_SIGN) return meaning ?? 'other';
  return leaves ? 'withdrawal' : 'deposit';
}
