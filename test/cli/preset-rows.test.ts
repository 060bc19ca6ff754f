/** Single rows of exports that the files of `exports/` do not have. */
import { describe, expect, it } from 'vitest';

import { ZONES_MAX } from '../../src/cli/import/presets/bitvavo.ts';
import { WordDecisions } from '../../src/cli/import/presets/word-decisions.ts';
import { TimeZone } from '../../src/cli/import/time-zone.ts';
import { transactionId } from '../../src/domain/id.ts';
import { readExport, readRow } from './read-export.ts';

const HISTORY = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
const BITSTAMP = 'ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Fee,Fee currency';
const OLD_BITSTAMP = 'Type,Datetime,Account,Amount,Value,Fee,Sub Type';
const BITVAVO = 'Timezone,Date,Time,Type,Currency,Amount,Fee currency,Fee amount,Status,Address';
const COINBASE =
  'Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Fees and/or Spread';
const KRAKEN = 'txid,refid,time,type,subtype,asset,wallet,amount,fee';

describe('a row of Binance', () => {
  const OLDER = 'Date(UTC),Coin,Amount,TransactionFee,Address,TXID,SourceAddress,Status';

  it('has the fee of an older history of withdrawals, also with a decimal comma', () => {
    const read = (amount: string, fee: string, hasDecimalComma: boolean) => {
      const row = `2021-01-01 00:00:00,BTC,${amount},${fee},to,,from,Completed`;
      return readRow('binance', OLDER, row, { fileName: 'withdraw.csv', hasDecimalComma });
    };
    const expected = { amount: '1.5', feeCost: '0.0005', feeCurrency: 'BTC', address: 'to' };
    expect(read('1.5', '0.0005', false)).toMatchObject(expected);
    expect(read('"1,5"', '"0,0005"', true)).toMatchObject(expected);
  });

  it.each([
    ['Date(UTC)', '2024-01-01T00:00:00Z'],
    ['Date(UTCnull)', '2024-01-01T00:00:00Z'],
    ['Date(UTC+0)', '2024-01-01T00:00:00Z'],
    ['Date(UTC-5)', '2024-01-01T05:00:00Z'],
    ['Date(UTC+10)', '2023-12-31T14:00:00Z'],
  ])('under %s has its time in that zone', (column, instant) => {
    const header = `${column},Coin,Amount,Address,TXID,Status`;
    const row = readRow('binance', header, '2024-01-01 00:00:00,BTC,1,,,Completed');
    expect(row?.timestamp).toBe(Date.parse(instant));
  });

  it.each(['Date(UTC)', 'Date(UTC+8)', 'Time'])('under %s may have its own offset', (column) => {
    const header = `${column},Coin,Amount,Address,TXID,Status`;
    const cells = '2024-01-01 00:00:00 +01:00,BTC,1,,,Completed';
    const row = readRow('binance', header, cells, { dateFormat: 'YYYY-MM-DD HH:mm:ss Z' });
    expect(row?.timestamp).toBe(Date.parse('2023-12-31T23:00:00Z'));
  });

  it.each(['deposit', 'withdrawal'])('of a pending %s is skipped until it has a txid', (type) => {
    const header = `Date(UTC),Coin,Amount,${type === 'withdrawal' ? 'Fee,' : ''}Address,TXID,Status`;
    const read = (txid: string, status: string) => {
      const fee = type === 'withdrawal' ? '0.1,' : '';
      const row = `2024-01-01 00:00:00,BTC,1,${fee}to,${txid},${status}`;
      const { records, skipped } = readExport('binance', [header, row]);
      return [records.get(2)?.status, skipped.get(2)];
    };
    expect(read('', 'Processing')).toEqual([
      undefined,
      `${type} that is not settled: it has no txid`,
    ]);
    expect(read('aa', 'Processing')).toEqual(['pending', undefined]);
    expect(read('', 'Canceled')).toEqual(['canceled', undefined]);
  });

  it.each([
    ['SPOT', 'Deposit', 'deposit'],
    ['Funding', 'Withdraw', 'deposit'],
    ['EARN', 'Staking Rewards', 'reward'],
  ])('of the account %s with the operation %s is a %s', (account, operation, type) => {
    const row = `1,2024-01-01 00:00:00,${account},${operation},BTC,1,`;
    expect(readRow('binance', HISTORY, row)?.type).toBe(type);
  });

  it('has its time under Date if the zone is given, and is refused without a column of times', () => {
    const header = 'Coin,Amount,Address,TXID,Status';
    const options = { zone: new TimeZone('+02:00') };
    const cells = 'BTC,1,,,Completed,2024-01-01 00:00:00';
    const row = readRow('binance', `${header},Date`, cells, options);
    expect(row?.timestamp).toBe(Date.parse('2023-12-31T22:00:00Z'));
    expect(() => readExport('binance', [header])).toThrow('there is no column of times');
  });

  it('of a deposit has the address of its sender, of a withdrawal that of its receiver', () => {
    const cells = '2021-01-01 00:00:00,BTC,1,0,to,,from,Completed';
    const addressOf = (fileName: string) => readRow('binance', OLDER, cells, { fileName })?.address;
    expect([addressOf('deposit.csv'), addressOf('withdraw.csv')]).toEqual(['from', 'to']);
  });

  it('is refused if it has fewer cells than the header', () => {
    const { problems } = readExport('binance', [HISTORY, '1,2024-01-01 00:00:00,Spot']);
    expect([...problems]).toEqual([[2, 'has 3 cells, the header has 7']]);
  });

  it('that is a trade is skipped without its amount, also if options decide about other words', () => {
    const decisions = new WordDecisions(['Warp = reward '], []);
    const rows = ['Sell,BTC,x,', 'Warp,BTC,1,'].map((end) => `1,2024-01-01 00:00:00,Spot,${end}`);
    const { records, skipped, problems } = readExport('binance', [HISTORY, ...rows], { decisions });
    expect([...skipped.keys(), ...problems]).toEqual([2]);
    expect(records.get(3)?.type).toBe('reward');
  });

  it('is refused if the name of its file has both directions', () => {
    const read = () => readExport('binance', [OLDER], { fileName: 'deposit-withdraw.csv' });
    expect(read).toThrow('name the file like the export');
  });

  it('of fiat has the id that synchronisation gives to the order', () => {
    const header = 'Date(UTC),Coin,Amount,Status,Payment Method,Fee,Order ID';
    const row = '2024-01-01 00:00:00,EUR,1,Successful,Card,0,abc';
    const options = { fileName: 'deposit.csv' };
    const { records, booked } = readExport('binance', [header, row], options);
    expect(records.get(2)?.id).toBe(transactionId('wallet_1', 'fiat:abc'));
    expect([...booked]).toEqual([2]);
  });

  it('is read without the mark with which a spreadsheet does not run a cell', () => {
    const header = 'Date(UTC),Coin,Amount,Address,TXID,Status';
    const row = readRow('binance', header, "2024-01-01 00:00:00,BTC,1,'=x,,Completed");
    expect(row?.address).toBe('=x');
  });

  it('is not reported as one that an option for both directions has not decided', () => {
    const decisions = new WordDecisions(['Warp=other'], []);
    readRow('binance', HISTORY, '1,2024-01-01 00:00:00,Spot,Warp,BTC,1,', { decisions });
    expect(decisions.listUnused()).toEqual([]);
  });
});

describe('a row of Bitstamp', () => {
  const write = (type: string, amount: string, value = '') =>
    `7,Savings,${type},,2024-01-01T00:00:00Z,${amount},BTC,${value},,`;

  it('has the id of the API, also with a fee, and its time is not compared', () => {
    const withFee = `${write('Deposit', '1').slice(0, -2)},0.1,BTC`;
    const { records, booked } = readExport('bitstamp', [BITSTAMP, write('Deposit', '1'), withFee]);
    expect(records.get(2)?.id).toBe(transactionId('wallet_1', 'transaction:7'));
    expect(records.get(3)).toMatchObject({ id: records.get(2)?.id, feeCost: '0.1' });
    expect([...booked]).toEqual([2, 3]);
  });

  it.each([
    ['-1', 'Main Account -> Savings', 'transfer_out'],
    ['1', 'Main Account -> Savings', 'transfer_in'],
    ['1', 'Savings -> Savings', 'other'],
    ['1', 'Main Account -> Savings -> Pension', 'other'],
    ['1', 'Pension -> Trading', 'other'],
  ])('with the amount %s and the value %s is %s', (amount, value, type) => {
    const row = readRow('bitstamp', BITSTAMP, write('Sub Account Transfer', amount, value));
    expect(row?.type).toBe(type);
  });

  it('in the older layout has its accounts in the last column too', () => {
    const row =
      'Sub Account Transfer,"Jan. 27, 2017, 03:28 PM",Savings,1 BTC,,,Savings -> Main Account';
    expect(readRow('bitstamp', OLD_BITSTAMP, row)?.type).toBe('transfer_out');
  });

  it('in the older layout has no sign if it is a transfer, so its direction is unknown', () => {
    const row = 'Inter Account Transfer,"Jan. 27, 2017, 03:28 PM",Savings,1 BTC,,,';
    expect(readRow('bitstamp', OLD_BITSTAMP, row)?.type).toBe('other');
  });

  it.each(['1', '1 000 BTC', ' BTC'])(
    'in the older layout with the amount %j is refused',
    (text) => {
      const row = `Deposit,"Jan. 27, 2017, 03:28 PM",Main Account,${text},,,`;
      expect(readExport('bitstamp', [OLD_BITSTAMP, row]).problems.get(2)).toMatch(/^amount /);
    },
  );
});

it('a cell of Bitstamp that is no amount is shown shortened', () => {
  const row = `Deposit,"Jan. 27, 2017, 03:28 PM",Main Account,${'x'.repeat(500)},,,`;
  expect(readExport('bitstamp', [OLD_BITSTAMP, row]).problems.get(2)).toBe(
    `amount is not an amount with its currency: ${'x'.repeat(40)}`,
  );
});

it('a fee of Coinbase that is no amount is shown shortened, without characters that turn the text around', () => {
  const fee = `\u202E${'x'.repeat(500)}`;
  const row = `2024-01-01 00:00:00 UTC,Withdrawal,EUR,10,EUR,${fee}`;
  expect(readExport('coinbase', [COINBASE, row]).problems.get(2)).toBe(
    `fees and/or spread is not an amount: �${'x'.repeat(39)}`,
  );
});

it('an unknown type of --map is shown shortened', () => {
  const decide = () => new WordDecisions([`Warp=${'y'.repeat(500)}`], []);
  expect(decide).toThrow(`--map has '${'y'.repeat(64)}', which is not a type or status`);
});

describe('a row of Bitvavo', () => {
  const writeWords = (type: string, status: string) =>
    `UTC,2024-07-01,12:00:00,${type},BTC,1,,,${status},`;

  it('has the type of an option also if it is a trade', () => {
    const decisions = new WordDecisions(['buy=credit'], []);
    const row = readRow('bitvavo', BITVAVO, writeWords('buy', 'Completed'), { decisions });
    expect(row?.type).toBe('credit');
  });

  it('reports only the word that is unknown', () => {
    const rows = [writeWords('warp', 'Completed'), writeWords('deposit', 'Odd')];
    const { unknown } = readExport('bitvavo', [BITVAVO, ...rows]);
    expect([...unknown]).toEqual([
      [2, [{ column: 'type', word: 'warp', decides: 'type', direction: 'in' }]],
      [3, [{ column: 'status', word: 'Odd', decides: 'status', direction: undefined }]],
    ]);
  });

  it.each([
    ['5', '3'],
    // Such a fee cannot be a part of the amount.
    ['0.5', '0.5'],
  ])('that withdraws %s with a fee of 2 has the amount %s', (gross, amount) => {
    const cells = `UTC,2024-07-01,12:00:00,withdrawal,BTC,-${gross},BTC,2,Completed,`;
    const row = readRow('bitvavo', BITVAVO, cells);
    expect(row).toMatchObject({ type: 'withdrawal', amount, feeCost: '2' });
  });

  it('has its time in a format of twelve hours', () => {
    const row = readRow('bitvavo', BITVAVO, write('UTC', '01:30:00 PM'), {
      dateFormat: 'YYYY-MM-DD hh:mm:ss A',
    });
    expect(row?.timestamp).toBe(Date.parse('2024-07-01T13:30:00Z'));
  });

  const write = (zone: string, time: string) =>
    `${zone},2024-07-01,${time},deposit,BTC,1,,,Completed,`;

  it('has its time in its own zone and form, which other rows do not have', () => {
    const rows = [
      write('Europe/Amsterdam', '12:00:00'),
      write('America/New_York', '12:00:00'),
      write('Europe/Amsterdam', '12:00:00.250'),
    ];
    const { records } = readExport('bitvavo', [BITVAVO, ...rows]);
    const times = [...records.values()].map(({ timestamp }) => new Date(timestamp).toISOString());
    expect(times).toEqual([
      '2024-07-01T10:00:00.000Z',
      '2024-07-01T16:00:00.000Z',
      '2024-07-01T10:00:00.250Z',
    ]);
  });

  it('may have its own offset, in a format of the user', () => {
    const row = readRow('bitvavo', BITVAVO, write('Europe/Amsterdam', '12:00:00 +05:00'), {
      dateFormat: 'YYYY-MM-DD HH:mm:ss Z',
    });
    expect(row?.timestamp).toBe(Date.parse('2024-07-01T07:00:00Z'));
  });

  it('is refused if the rows before it have as many zones as a file may have', () => {
    const zones = Array.from({ length: ZONES_MAX + 1 }, (_, no) => {
      const minutes = String(no % 60).padStart(2, '0');
      return `+0${Math.floor(no / 60)}:${minutes}`;
    });
    const rows = zones.map((zone) => write(zone, '12:00:00'));
    const { problems } = readExport('bitvavo', [BITVAVO, ...rows]);
    expect([...problems]).toEqual([
      [ZONES_MAX + 2, `timezone: the file has more than ${ZONES_MAX} zones`],
    ]);
  });
});

describe('a row of Coinbase', () => {
  const write = (quantity: string, fee: string) =>
    `2024-01-01 00:00:00 UTC,Withdrawal,EUR,${quantity},EUR,${fee}`;

  it.each([
    ['-€1.50', '1.50', '8.50'],
    ['"€1,234,567.50"', '1234567.50', '10'],
    ['"€1,234.50"', '1234.50', '10'],
    ['"¥1,234,567"', '1234567', '10'],
  ])('with the fee %s costs %s', (text, feeCost, amount) => {
    const row = readRow('coinbase', COINBASE, write('-10', text));
    expect(row).toMatchObject({ amount, feeCost, feeCurrency: 'EUR' });
  });

  it.each(['"€1,50"', '"€1,2345.00"', '"€12,34"', '"€0,150"', '"€0,150.00"'])(
    'with the fee %s is refused',
    (text) => {
      const { problems } = readExport('coinbase', [COINBASE, write('-10', text)]);
      expect(problems.get(2)).toMatch(/^fees and\/or spread is not an amount: /);
    },
  );

  it('is refused if the comma of its fee may be one of thousands or of decimals', () => {
    const cells = write('-500', '"-€1,234"');
    const { problems } = readExport('coinbase', [COINBASE, cells]);
    expect(problems.get(2)).toBe(
      'fees and/or spread "-€1,234" is ambiguous: write -1234, or use --decimal-comma if it means -1.234',
    );
    const row = readRow('coinbase', COINBASE, cells.replace('-500', '"-500,5"'), {
      hasDecimalComma: true,
    });
    expect(row).toMatchObject({ amount: '499.266', feeCost: '1.234' });
  });

  it('has a fee only if it is a deposit or a withdrawal, and the address of the other side', () => {
    const header = `${COINBASE},Sender Address,Recipient Address`;
    const read = (type: string) =>
      readRow('coinbase', header, `2024-01-01 00:00:00 UTC,${type},BTC,1,EUR,€1.00,from,to`);
    expect(read('Subscription')).toMatchObject({ type: 'fee', feeCost: null, address: 'to' });
    expect(read('Receive')).toMatchObject({ feeCost: '1.00', address: 'from' });
    expect(read('Send')).toMatchObject({ amount: '1', feeCost: '1.00', address: 'to' });
  });

  it('has the currency of the fee of an earlier report', () => {
    const header = 'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Fees';
    const row = readRow('coinbase', header, '2021-01-01T00:00:00Z,Send,BTC,1,GBP,0.10');
    expect(row).toMatchObject({ amount: '1', feeCost: '0.10', feeCurrency: 'GBP' });
  });
});

describe('rows of Kraken', () => {
  const write = (no: number, type: string, wallet: string, amount: string) =>
    `L${no},R1,2024-01-01 00:00:00,${type},${wallet},${amount},0`;

  it.each([
    // Such a balance can be spent, so it has not left the account.
    ['liquid', 'other'],
    ['flexible', 'transfer_out'],
    ['bonded', 'transfer_out'],
    ['locked', 'transfer_out'],
  ])('of a move to Earn (%s) are one transaction of the type %s', (product, type) => {
    const { records, skipped } = readExport('kraken', [
      KRAKEN,
      write(1, 'earn,allocation,DOT', 'spot / main', '-5'),
      write(2, 'earn,allocation,DOT', `earn / ${product}`, '5'),
    ]);
    expect([...records].map(([line, row]) => [line, row.type, row.asset, row.amount])).toEqual([
      [2, type, 'DOT', '5'],
    ]);
    expect([...skipped.keys()]).toEqual([3]);
  });

  it('have the product once, if the asset names it too', () => {
    const row = write(1, 'earn,reward,DOT28.S', 'earn / locked', '5');
    expect(readRow('kraken', KRAKEN, row)).toMatchObject({ type: 'reward', asset: 'DOT' });
  });

  it.each([
    ['LUNA2', 'earn / liquid', 'LUNA'],
    ['SN8', 'earn / flexible', 'SN8'],
    ['C98', 'earn / bonded', 'C98'],
    ['DOT28.S', '', 'DOT'],
    // The file contains only the name with its extension.
    ['LUNA2.S', '', 'LUNA'],
    ['ETH2.S', '', 'ETH'],
    ['C98.S', '', 'C98'],
  ])('of the asset %s in the wallet "%s" have the asset %s', (asset, wallet, symbol) => {
    const row = write(1, `earn,reward,${asset}`, wallet, '5');
    const decided = { decisions: new WordDecisions(['earn=credit'], []) };
    expect(readRow('kraken', KRAKEN, row)).toMatchObject({ type: 'reward', asset: symbol });
    expect(readRow('kraken', KRAKEN, row, decided)).toMatchObject({ asset: symbol });
  });

  it('of a move to Earn have an asset whose name ends in digits', () => {
    const { records } = readExport('kraken', [
      KRAKEN,
      write(1, 'earn,allocation,SN8', 'spot / main', '-5'),
      write(2, 'earn,allocation,SN8', 'earn / locked', '5'),
    ]);
    expect([...records.values()].map(({ type, asset }) => [type, asset])).toEqual([
      ['transfer_out', 'SN8'],
    ]);
  });

  it('of a move to Earn have the line of the entry of the spot wallet', () => {
    const { records } = readExport('kraken', [
      KRAKEN,
      write(1, 'earn,allocation,DOT', 'earn / locked', '5'),
      write(2, 'earn,allocation,DOT', 'spot / main', '-5'),
    ]);
    expect([...records.keys()]).toEqual([3]);
  });

  it.each([
    [['withdrawal=withdrawal', 'withdrawal=credit'], 'withdrawal'],
    [['withdrawal=debit'], 'debit'],
  ])('of a reversed withdrawal keep their id and status with %j', (maps, type) => {
    const rows = ['-50', '50'].map((amount, no) => write(no, 'withdrawal,,EUR', '', amount));
    const read = (options: readonly string[]) => {
      const { records } = readExport('kraken', [KRAKEN, ...rows], {
        decisions: new WordDecisions(options, []),
      });
      return [...records.values()];
    };
    const [row] = read([]);
    expect(row).toMatchObject({ type: 'withdrawal', status: 'failed' });
    expect(read(maps)).toEqual([{ ...row, type }]);
  });

  it('with one reference and other types are two transactions', () => {
    const { records } = readExport('kraken', [
      KRAKEN,
      write(1, 'deposit,,EUR', 'spot / main', '5'),
      write(2, 'withdrawal,,EUR', 'spot / main', '-5'),
    ]);
    expect([...records.values()].map(({ type, status }) => [type, status])).toEqual([
      ['deposit', 'completed'],
      ['withdrawal', 'completed'],
    ]);
  });
});
