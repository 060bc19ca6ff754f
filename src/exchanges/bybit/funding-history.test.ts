import { describe, expect, it } from 'vitest';

import { mapFundingHistory } from './funding-history.ts';

/** The row of the documentation (bybit-exchange.github.io/docs/v5/asset/fund-history). */
const interest = {
  memberId: '290118',
  currency: 'BTC',
  ioDirection: 'I',
  txnAmt: '0.00003561',
  afterAmt: '7.5547230662687035',
  createTime: '1772669763',
  showBusiType: 'fundingAccountRecordEarn',
  showBusiTypeEn: 'Earn',
  description: 'fundingAccountRecordFlexSavingInterestDistribution',
  descriptionEn: 'Easy Earn | Flexible Interest Distribution',
  currcCursor: 'NTg2MDQzMTI0OA==',
};
const map = (...rows: readonly object[]) => mapFundingHistory(rows, (id) => id);

describe('mapFundingHistory', () => {
  it('maps interest of Earn to a reward', () => {
    expect(map(interest)).toEqual({
      transactions: [
        {
          key: 'funding:NTg2MDQzMTI0OA==',
          type: 'reward',
          status: 'completed',
          asset: 'BTC',
          amount: '0.00003561',
          timestampMs: 1_772_669_763_000,
          txid: null,
          address: null,
          feeCost: null,
          feeCurrency: null,
        },
      ],
      unreadable: [],
    });
  });

  it.each([
    ['Earn', 'LaunchpoolIssuance', 'Launchpool Yield', 'reward', 'debit'],
    ['Earn', 'OnChainEarnBonus', 'On-Chain Earn Rewards Distribution', 'reward', 'debit'],
    // One word is enough, in either description.
    ['Earn', 'SomeYield', '', 'reward', 'debit'],
    ['Earn', 'SomeRewards', '', 'reward', 'debit'],
    ['Earn', 'LaunchpoolIssuance', '', 'reward', 'debit'],
    ['Earn', 'OnChainEarnBonus', '', 'reward', 'debit'],
    ['Earn', 'SomeAirdrop', '', 'reward', 'debit'],
    ['Earn', 'SomethingNew', 'On-Chain Earn Rewards Distribution', 'reward', 'debit'],
    ['Earn', 'FlexSavingRedeem', 'Easy Earn | Flexible Redemption', 'transfer_in', 'transfer_out'],
    ['Earn', 'AutoEarn', 'Easy Earn | Flexible (Auto-Earn)', 'transfer_in', 'transfer_out'],
    ['Airdrop', 'AirdropBonus', 'Airdrop Bonus', 'reward', 'debit'],
    ['Fiat', 'P2PPurchase', 'P2P Purchase', 'credit', 'debit'],
    ['Fiat', 'FiatGAFreeze', 'P2P Security Deposit Frozen', 'credit', 'debit'],
    ['FixedRateLoans', 'FixedRateLoansPledgeIncrease', 'Increase Collateral \n', 'credit', 'debit'],
    ['SomethingNew', 'SomethingNew', 'Something New', 'credit', 'debit'],
    [
      'TransferIn',
      'TransferFromSubAccount',
      'Main-Subaccount Transfer',
      'transfer_in',
      'transfer_out',
    ],
    [
      'TransferOut',
      'TransferOut2SubAccount',
      'Main-Subaccount Transfer',
      'transfer_in',
      'transfer_out',
    ],
  ])('maps %s, %s (%s) to %s, and to %s if it leaves', (type, description, text, into, out) => {
    const row = {
      ...interest,
      showBusiType: `fundingAccountRecord${type}`,
      description: `fundingAccountRecord${description}`,
      descriptionEn: text,
    };
    expect(map(row).transactions[0]?.type).toBe(into);
    expect(map({ ...row, ioDirection: 'O' }).transactions[0]?.type).toBe(out);
  });

  it.each([
    ['fundingAccountRecordTypeDeposit', 'fundingAccountRecordTypeDeposit'],
    ['fundingAccountRecordTypeDeposit', 'fundingAccountRecordDeposit2SubAccount'],
    ['fundingAccountRecordTypeWithdraw', 'fundingAccountRecordWithdraw'],
    ['fundingAccountRecordTransferIn', 'fundingAccountRecordTransferFromTradingAccount'],
    ['fundingAccountRecordTransferOut', 'fundingAccountRecordTransfer2TradingAccount'],
    ['fundingAccountRecordConvert', 'fundingAccountRecordConvert'],
    ['fundingAccountRecordCoinExchange', 'fundingAccountRecordCoinExchange'],
  ])('skips %s, which another list contains or which is a trade', (showBusiType, description) => {
    expect(map({ ...interest, showBusiType, description })).toEqual({
      transactions: [],
      unreadable: [],
    });
  });

  it('identifies rows without a cursor by their content and the balance after them', () => {
    const row = { ...interest, currcCursor: undefined };
    const keys = map(row, { ...row, afterAmt: '8' }, row).transactions.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(map(row).transactions[0]?.key).toBe(keys[0]);
  });

  it('gives rows without a cursor the same keys in any order', () => {
    const row = { ...interest, currcCursor: undefined };
    const rows = [row, { ...row, afterAmt: '8' }, { ...row, ioDirection: 'O' }];
    const keysOf = (list: readonly object[]) => map(...list).transactions.map(({ key }) => key);
    expect(keysOf(rows.toReversed())).toEqual(keysOf(rows).toReversed());
  });

  it.each([
    [{ txnAmt: 'abc' }, 'txnAmt is not a decimal: abc'],
    [{ ioDirection: 'X' }, 'ioDirection is neither I nor O'],
    [{ createTime: 'soon' }, 'createTime is not a time: soon'],
    [{ showBusiType: '' }, 'showBusiType is missing'],
  ])('quarantines a row with %j', (change, reason) => {
    expect(map({ ...interest, ...change }).unreadable).toMatchObject([
      { key: 'funding:NTg2MDQzMTI0OA==', reason },
    ]);
  });
});
