/** `ledgers.csv` of a Kraken account and the synchronisation of the same account. */
import ccxt from 'ccxt';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { KRAKEN_ASSETS } from '../../simulator/kraken/assets.ts';
import { type History, isOfKraken } from '../../simulator/truth.ts';
import { type FileImportOutcome, importFile } from '../../src/cli/import/import-file.ts';
import { ExportColumns } from '../../src/cli/import/presets/export-layout.ts';
import { toKrakenSymbol } from '../../src/cli/import/presets/kraken.ts';
import { WordDecisions } from '../../src/cli/import/presets/word-decisions.ts';
import { PRESETS } from '../../src/cli/import/presets/catalogue.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { SyncBench } from './harness.ts';

const WALLET = 'wallet_kraken';
const TICKS_PER_MS = 10;
/** Kraken's API reports no row of these traps as the ledger does. */
const NO_TRAPS = { malformed: 0, reversed: 0 };

let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

/** Returns the ledger as Kraken exports it: times in whole seconds. */
function writeLedgers({ rows }: History, nowMs: number): string {
  const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
  const entries = rows
    .filter(isOfKraken)
    .flatMap(({ wire }) => wire.ledgers)
    .filter(({ ticks }) => ticks / TICKS_PER_MS <= nowMs)
    .sort((left, right) => left.ticks - right.ticks);
  const lines = entries.map((entry) => {
    const time = new Date(entry.ticks / TICKS_PER_MS).toISOString();
    const { ledgerId, refid, type, subtype, assetId, amountText, feeText, balanceText } = entry;
    const cells = [ledgerId, refid, time.slice(0, 19).replace('T', ' '), type, subtype];
    return [...cells, 'currency', assetId, amountText, feeText, balanceText].join(',');
  });
  return [header, ...lines, ''].join('\n');
}

async function importLedgers(text: string): Promise<FileImportOutcome> {
  async function* input() {
    yield Buffer.from(text);
  }
  const context = {
    walletId: WALLET,
    fileName: 'ledgers.csv',
    dateFormat: undefined,
    zone: undefined,
    hasDecimalComma: false,
    decisions: new WordDecisions([], []),
  };
  return importFile({
    store: bench.store,
    id: 'import_1',
    walletId: WALLET,
    nowMs: bench.nowMs,
    input: input(),
    fileName: 'ledgers.csv',
    bytesTotal: undefined,
    format: 'csv',
    layout: new ExportColumns(PRESETS.kraken, context),
    isDryRun: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

const sortRows = (rows: readonly Transaction[]) =>
  rows.toSorted((left, right) => (left.id < right.id ? -1 : 1));

it('knows each row that synchronisation has read', async () => {
  const history = await bench.add('kraken', { traps: NO_TRAPS });
  expect(await bench.sync(WALLET)).toMatchObject({ ok: true });
  const synced = await bench.readAll(WALLET);
  const outcome = await importLedgers(writeLedgers(history, bench.clock.now()));
  expect(outcome.rows).toBeGreaterThan(200);
  expect(outcome).toMatchObject({ added: 0, known: outcome.rows, conflicts: 0, changed: 0 });
  expect(await bench.readAll(WALLET)).toEqual(synced);
});

it('has rows that synchronisation adopts', async () => {
  const history = await bench.add('kraken', { traps: NO_TRAPS });
  const outcome = await importLedgers(writeLedgers(history, bench.clock.now()));
  expect(outcome).toMatchObject({ added: outcome.rows });
  expect(await bench.sync(WALLET)).toMatchObject({ ok: true });
  const adopted = await bench.readAll(WALLET);
  await using other = await new SyncBench().open();
  await other.add('kraken', { traps: NO_TRAPS });
  await other.sync(WALLET);
  expect(sortRows(adopted)).toEqual(sortRows(await other.readAll(WALLET)));
});

it('has the symbols of synchronisation', () => {
  const kraken = new ccxt.kraken();
  const renamed = ['XBT', 'XDG', 'BCHSV', 'FEE', 'LUNA', 'LUNA2', 'REP', 'REPV2', 'UST', 'AAPLx'];
  const plain = KRAKEN_ASSETS.map((asset) => asset.altname).filter((name) => !name.includes('.'));
  for (const altname of [...renamed, ...plain]) {
    expect(toKrakenSymbol(altname)).toBe(kraken.safeCurrencyCode(altname));
  }
});
