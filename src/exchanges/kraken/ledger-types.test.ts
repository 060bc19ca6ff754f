import { describe, expect, it } from 'vitest';

import { KrakenAssets } from './assets.ts';
import { mapBookings } from './ledger.ts';

const assets = new KrakenAssets({ ZEUR: { altname: 'EUR' } }, (altname) => altname);

function typeOf(type: string, subtype: string, amount: string, asset = 'FLR'): string | undefined {
  const entry = { id: 'L1', refid: 'R1', time: '1688464484.1787', asset, fee: '0' };
  const { transactions, unreadable } = mapBookings([{ ...entry, type, subtype, amount }], assets);
  expect(unreadable).toEqual([]);
  return transactions[0]?.type;
}

describe('a type of the ledger', () => {
  it.each([
    // Credits of airdrops and forks; delisted assets leave by entries of the same type.
    ['transfer', '', 'reward', 'debit'],
    ['transfer', 'airdrop', 'reward', 'debit'],
    ['transfer', 'delistingconversion', 'credit', 'debit'],
    ['transfer', 'spottofutures', 'transfer_in', 'transfer_out'],
    ['transfer', 'spotfromfutures', 'transfer_in', 'transfer_out'],
    ['transfer', 'spottostaking', 'transfer_in', 'transfer_out'],
    ['transfer', 'something new', 'transfer_in', 'transfer_out'],
    ['custodytransfer', '', 'transfer_in', 'transfer_out'],
    ['hybridearnwithdrawal', '', 'transfer_in', 'transfer_out'],
    ['hybridearndeposit', '', 'transfer_in', 'transfer_out'],
    ['earn', 'reward', 'reward', 'debit'],
    ['earn', 'airdrop', 'reward', 'debit'],
    ['earn', 'delistingconversion', 'credit', 'debit'],
    ['earn', 'something new', 'credit', 'debit'],
    ['staking', '', 'reward', 'debit'],
    ['reward', '', 'reward', 'debit'],
    ['reward', 'welcomebonus', 'reward', 'debit'],
    ['dividend', '', 'reward', 'debit'],
    ['invite bonus', '', 'reward', 'debit'],
    ['adjustment', '', 'credit', 'debit'],
    ['credit', '', 'credit', 'debit'],
    ['nftcreatorfee', '', 'credit', 'debit'],
    ['invite_bonus', '', 'reward', 'debit'],
    ['airdrop', '', 'reward', 'debit'],
    ['fee', '', 'credit', 'fee'],
  ])('%s with subtype "%s" is mapped to %s, and to %s if it leaves', (type, subtype, into, out) => {
    expect(typeOf(type, subtype, '1')).toBe(into);
    expect(typeOf(type, subtype, '-1')).toBe(out);
  });

  it('is no airdrop if it transfers fiat without a subtype', () => {
    expect(typeOf('transfer', '', '250', 'ZEUR')).toBe('credit');
    expect(typeOf('transfer', '', '-250', 'ZEUR')).toBe('debit');
    expect(typeOf('transfer', 'spotfromfutures', '250', 'ZEUR')).toBe('transfer_in');
  });

  it.each([
    ['trade', ''],
    ['trade', 'tradespot'],
    ['margin', ''],
    ['margin trade', ''],
    ['rollover', ''],
    ['settled', ''],
    ['spend', 'dustsweeping'],
    ['receive', ''],
    ['sale', ''],
    ['conversion', ''],
    ['nfttrade', ''],
    ['nftrebate', ''],
    ['nft_rebate', ''],
    ['marginconversion', ''],
    ['margin_conversion', ''],
    ['eqtrade', ''],
    ['deposit', ''],
    ['withdrawal', ''],
  ])('%s with subtype "%s" is no booking', (type, subtype) => {
    expect(typeOf(type, subtype, '1')).toBeUndefined();
    expect(typeOf(type, subtype, '-1')).toBeUndefined();
  });
});
