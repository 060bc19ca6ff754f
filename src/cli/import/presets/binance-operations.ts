/**
 * Operations of Binance's transaction history. Binance documents no list; these are the operations that BittyTax
 * (`src/bittytax/conv/parsers/binance.py`), CoinTaxman and others found in exports.
 */
import type { BookingKind } from '../../../exchanges/mapping/booking-types.ts';

/** The purpose of a row; its sign is the direction. */
export type Operation = 'external' | 'trade' | BookingKind;

const WORDS: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  external: ['deposit', 'fiat deposit', 'withdraw', 'fiat withdraw', 'send'],
  reward: [
    'airdrop assets',
    'bnb vault rewards',
    'campaign related reward',
    'cash voucher distribution',
    'cashback',
    'commission fee shared with you',
    'commission history',
    'commission rebate',
    'distribution',
    'dot slot auction rewards',
    'eth 2.0 staking rewards',
    'launchpool airdrop',
    'launchpool earnings withdrawal',
    'launchpool interest',
    'liquid swap rewards',
    'pool distribution',
    'pos savings interest',
    'referee rebates',
    'referral commission',
    'referral kickback',
    'referrer rebates',
    'savings distribution',
    'savings interest',
    'simple earn flexible airdrop',
    'simple earn flexible interest',
    'simple earn locked rewards',
    'staking rewards',
    'super bnb mining',
    'swap farming rewards',
  ],
  transfer: [
    'launchpad subscribe',
    'launchpool subscription/redemption',
    'pos savings purchase',
    'pos savings redemption',
    'savings principal redemption',
    'savings purchase',
    'simple earn flexible redemption',
    'simple earn flexible subscription',
    'simple earn locked redemption',
    'simple earn locked subscription',
    'staking purchase',
    'staking redemption',
    'transfer between main account/futures and margin account',
    'transfer between main and funding wallet',
    'transfer between spot account and cm futures account',
    'transfer between spot account and um futures account',
    'transfer_in',
    'transfer_out',
  ],
  booking: [
    'asset recovery',
    'leveraged coin consolidation',
    'token swap - distribution',
    'token swap - redenomination/rebranding',
  ],
  trade: [
    'binance convert',
    'buy',
    'buy crypto with card',
    'buy crypto with fiat',
    'eth 2.0 staking',
    'fee',
    'large otc trading',
    'leverage token redemption',
    'liquid swap add',
    'liquid swap add/sell',
    'liquid swap sell',
    'liquidity farming remove',
    'sell',
    'sell crypto to fiat',
    'small assets exchange bnb',
    'stablecoins auto-conversion',
    'swap farming transaction',
    'transaction buy',
    'transaction fee',
    'transaction related',
    'transaction revenue',
    'transaction sold',
    'transaction spend',
  ],
};

/** The purpose of each operation, in lower case. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries(WORDS).flatMap(([operation, words]) =>
    words.map((word) => [word, operation as Operation] as const),
  ),
);
