/** Every operation, type and status that a preset knows: a missing one would refuse the files that have it. */
import { describe, expect, it } from 'vitest';

import type { PresetName } from '../../src/domain/import-options.ts';
import { readExport } from './read-export.ts';

const listWords = (text: string): readonly string[] => text.split('|').map((word) => word.trim());

/** Words, and the types of their rows with the amounts 1 and -1; `trade` and `move` are skipped. */
type Group = readonly [types: string, words: string];

interface WordsOfPreset {
  readonly preset: PresetName;
  readonly header: string;
  readonly row: (word: string, amount: string) => string;
  readonly groups: readonly Group[];
}

const PRESET_WORDS: readonly WordsOfPreset[] = [
  {
    preset: 'binance',
    header: 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
    row: (word, amount) => `1,2023-01-01 00:00:00,Spot,${word},BTC,${amount},`,
    groups: [
      [
        'deposit withdrawal',
        `Buy Crypto | Deposit | Deposit Fiat OCBS | Fiat Deposit | Fiat OCBS - Add Fiat and Fees | Fiat Withdraw |
         Fiat Withdrawal | Send | Withdraw`,
      ],
      [
        'reward debit',
        `Airdrop Assets | Airdrop Reward Distribution | Binance Card Cashback | BNB Vault Rewards |
         Campaign Related Reward | Cash Voucher Distribution | Cashback | Cashback Voucher |
         Commission Fee Shared With You | Commission History | Commission Rebate | Distribution |
         DOT Slot Auction Rewards | ETH 2.0 Staking Rewards | HODLer Airdrops Distribution | Launchpool Airdrop |
         Launchpool Airdrop - System Distribution | Launchpool Airdrop - User Claim Distribution |
         Launchpool Earnings Withdrawal | Launchpool Interest | Liquid Swap Rewards | Megadrop Rewards |
         Mission Reward Distribution | Pool Distribution | POS savings interest | Referee rebates |
         Referral Commission | Referral Kickback | Referrer rebates | Rewards Distribution | Savings Distribution |
         Savings Interest | Simple Earn Flexible Airdrop | Simple Earn Flexible Interest |
         Simple Earn Locked Rewards | Staking Rewards | Strategy Trading Fee Rebate | Super BNB Mining |
         Swap Farming Rewards`,
      ],
      [
        'transfer_in transfer_out',
        `DOT Slot Auction Redemption | DOT Slot Auction Staking | Inter-Wallet Transfer | Launchpad Subscribe |
         Launchpool Redemption | Launchpool Subscription | Launchpool Subscription/Redemption |
         POS savings purchase | POS savings redemption | Savings Principal redemption | Savings purchase |
         Simple Earn Flexible Redemption | Simple Earn Flexible Subscription | Simple Earn Locked Redemption |
         Simple Earn Locked Subscription | Staking Purchase | Staking Redemption |
         Transfer Between Main Account and Mining Account |
         Transfer Between Main Account/Futures and Margin Account |
         Transfer Between Main and Funding Wallet | Transfer Between Main and Mining Account |
         Transfer Between Spot Account and CM Futures Account |
         Transfer Between Spot Account and UM Futures Account | Transfer Between Spot and Funding |
         Transfer Between Spot and Strategy | Transfer Between Spot and Strategy Account |
         Transfer Funds to Funding Wallet | Transfer Funds to Spot | transfer_in | transfer_out`,
      ],
      [
        'credit debit',
        `Asset - Transfer | Asset Recovery | Binance Card Spending | Crypto Box | Leveraged Coin Consolidation |
         Merchant Acquiring | P2P Trading | Token Swap - Distribution | Token Swap - Redenomination/Rebranding`,
      ],
      ['deposit trade', 'Buy Crypto With Card | Buy Crypto With Fiat'],
      [
        'trade trade',
        `Asset Conversion Transfer | Binance Convert | BNB Fee Deduction | Buy | Convert Fiat to Crypto OCBS | ETH 2.0 Staking | ETH 2.0 Staking Withdrawals | Fee |
         Large OTC trading | Leverage Token Redemption | Liquid Swap add | Liquid Swap add/sell |
         Liquid Swap remove | Liquid Swap sell | Liquidity Farming Remove | Sell | Sell Crypto To Fiat |
         Small assets exchange BNB | Stablecoins Auto-Conversion | Swap Farming Transaction |
         The Easiest Way to Trade | Transaction Buy | Transaction Fee | Transaction Related |
         Transaction Revenue | Transaction Sold | Transaction Spend`,
      ],
    ],
  },
  {
    preset: 'bitstamp',
    header: 'ID,Type,Datetime,Amount,Amount currency,Fee,Fee currency',
    row: (word, amount) => `7,${word},2022-01-01T00:00:00Z,${amount},BTC,,`,
    groups: [
      ['deposit debit', 'Deposit | Crypto deposit | Card deposit | Ripple deposit'],
      ['withdrawal withdrawal', 'Withdrawal | Crypto withdrawal | Ripple payment'],
      ['trade trade', 'Market | Converted assets'],
      ['transfer_out transfer_out', 'Staked assets'],
      ['transfer_in transfer_in', 'Started generating rewards'],
      ['reward debit', 'Staking reward | Referral reward'],
      // Without the names of both accounts, only a sign says where it goes.
      ['other transfer_out', 'Sub Account Transfer | Settlement transfer'],
      ['transfer_in transfer_out', 'Inter Account Transfer'],
      ['other debit', 'Deposit reverted'],
    ],
  },
  {
    preset: 'bitvavo',
    header: 'Timezone,Date,Time,Type,Currency,Amount,Status,Address',
    row: (word, amount) => `UTC,2024-01-01,00:00:00,${word},BTC,${amount},Completed,`,
    groups: [
      ['deposit debit', 'deposit'],
      ['credit withdrawal', 'withdrawal'],
      ['trade trade', 'buy | sell'],
      [
        'reward debit',
        'staking | fixed_staking | affiliate | distribution | rebate | campaign_new_user_incentive',
      ],
      ['transfer_in transfer_out', 'internal_transfer | external_transferred_funds'],
      ['credit debit', 'loan | manually_assigned | manually_assigned_bitvavo'],
    ],
  },
  {
    preset: 'coinbase',
    header: 'Timestamp,Transaction Type,Asset,Quantity Transacted',
    row: (word, amount) => `2024-01-01 00:00:00 UTC,${word},BTC,${amount}`,
    // Earlier reports have no signs.
    groups: [
      ['deposit debit', 'Receive | Deposit'],
      ['withdrawal withdrawal', 'Send | Withdrawal | Retail MGX DEX Send'],
      ['transfer_out transfer_out', 'Exchange Deposit | Pro Deposit | Prime Deposit'],
      ['transfer_in transfer_out', 'Exchange Withdrawal | Pro Withdrawal | Prime Withdrawal'],
      [
        'reward debit',
        `Coinbase Earn | Learning Reward | Reward Income | Rewards Income | Staking Income | Inflation Reward |
         Interest Payout | Incentives Rewards Payout | Credit Card Reward | Subscription Rebate |
         Subscription Rebates (24 Hours)`,
      ],
      ['fee fee', 'Subscription'],
      ['credit debit', 'Retail Simple Price Improvement'],
      ['debit debit', 'Admin Debit | Card Spend | Credit Card Balance Payment | Donation'],
      [
        'trade trade',
        `Buy | Sell | Convert | Advanced Trade Buy | Advanced Trade Sell | Advance Trade Buy | Advance Trade Sell |
         Credit | Retail Simple Dust | Retail MGX DEX Buy | Wrap Asset | Unwrap Asset | Retail ETH2 Deprecation |
         Retail ETH Deprecation | Asset Migration`,
      ],
      [
        'move move',
        `Vault Withdrawal | Cash to Savings | Savings to Cash | Portfolio Transfer | Transfer |
         Retail Staking Transfer | Retail Unstaking Transfer`,
      ],
    ],
  },
];

/** Returns the type of the only row, or for which of two reasons it was skipped. */
function readType({ preset, header, row }: WordsOfPreset, word: string, amount: string): string {
  const { records, skipped, problems, unknown } = readExport(preset, [header, row(word, amount)]);
  expect([...problems, ...unknown]).toEqual([]);
  const reason = skipped.get(2);
  if (reason === undefined) return records.get(2)?.type ?? '';
  expect(reason.toLowerCase()).toMatch(`${word.toLowerCase()}: a `);
  return /: a (trade|move)/.exec(reason)?.[1] ?? '';
}

describe.each(PRESET_WORDS)('the preset $preset', (words) => {
  it.each(words.groups)('knows the words whose types are %s', (types, text) => {
    const found = listWords(text).map((word) => {
      const both = ['1', '-1'].map((amount) => readType(words, word, amount));
      return [word, both.join(' ')];
    });
    expect(found).toEqual(listWords(text).map((word) => [word, types]));
  });
});

/** Statuses by the words of an export. */
const STATUSES = [
  [
    'a history of withdrawals of Binance',
    'binance',
    'Date(UTC),Coin,Amount,Fee,Address,TXID,Status',
    (word: string) => `2024-01-01 00:00:00,BTC,1,0,,aa,${word}`,
    {
      completed: 'Completed | Success | Successful | Credited',
      pending: 'Pending | Processing | Email Sent | Awaiting Approval',
      canceled: 'Canceled | Cancelled',
      failed: 'Rejected | Failed | Failure',
    },
  ],
  [
    'a history of fiat withdrawals of Binance',
    'binance',
    'Date(UTC),Coin,Amount,Status,Payment Method,Fee,Order ID',
    (word: string) => `2024-01-01 00:00:00,EUR,1,${word},Card,0,7`,
    {
      completed: 'Successful | Finished',
      pending: 'Processing | Refunding',
      failed: 'Failed | Refund Failed | Refunded',
    },
  ],
  [
    'a history of Bitvavo',
    'bitvavo',
    'Timezone,Date,Time,Type,Currency,Amount,Status,Address',
    (word: string) => `UTC,2024-01-01,00:00:00,withdrawal,BTC,-1,${word},`,
    {
      completed: 'Completed | Distributed',
      pending: `Pending | Awaiting Processing | Awaiting email confirmation | Awaiting Bitvavo inspection | Approved |
        Sending | In mempool | Processed`,
      canceled: 'Canceled',
    },
  ],
] as const;

it.each(STATUSES)('the statuses of %s are known', (_name, preset, header, row, statuses) => {
  for (const [status, text] of Object.entries(statuses)) {
    const lines = [header, ...listWords(text).map(row)];
    const { records } = readExport(preset, lines, { fileName: 'withdraw.csv' });
    expect([...records.values()].map((record) => record.status)).toEqual(
      listWords(text).map(() => status),
    );
  }
});

it.each(['Earn', 'Savings', 'Pool', 'Funding'])(
  'rewards of the account %s at Binance are read, and its other rows are not',
  (account) => {
    const rows = ['Staking Rewards', 'Staking Purchase', 'An operation of tomorrow'].map(
      (word) => `1,2023-01-01 00:00:00,${account},${word},BTC,1,`,
    );
    const header = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
    const { records, skipped } = readExport('binance', [header, ...rows]);
    expect([...records.keys()]).toEqual([2]);
    expect([...skipped.keys()]).toEqual([3, 4]);
  },
);

it.each([
  ['XXBT', 'BTC'],
  ['XXDG', 'DOGE'],
  ['XETH', 'ETH'],
  ['XLTC', 'LTC'],
  ['XXRP', 'XRP'],
  ['XXLM', 'XLM'],
  ['XXMR', 'XMR'],
  ['XZEC', 'ZEC'],
  ['XETC', 'ETC'],
  ['XMLN', 'MLN'],
  ['XREP', 'REPV1'],
  ['XICN', 'ICN'],
  ['ZUSD', 'USD'],
  ['ZEUR', 'EUR'],
  ['ZGBP', 'GBP'],
  ['ZCAD', 'CAD'],
  ['ZJPY', 'JPY'],
  ['ZAUD', 'AUD'],
  ['KFEE', 'KFEE'],
  // Here the letter is a part of the name.
  ['XTZ', 'XTZ'],
  ['ZRX', 'ZRX'],
])('the asset %s of Kraken is %s', (id, symbol) => {
  const header = 'txid,refid,time,type,subtype,asset,amount,fee';
  const row = `L1,R1,2024-01-01 00:00:00,deposit,,${id},1,0`;
  expect(readExport('kraken', [header, row]).records.get(2)?.asset).toBe(symbol);
});
