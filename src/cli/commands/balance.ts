import type { Command } from 'commander';

import { formatCsvRecord } from '../../domain/csv.ts';
import { formatInstant } from '../../domain/instant.ts';
import {
  type BalanceDocument,
  readBalanceDocument,
  writeBalance,
} from '../../domain/balance-document.ts';
import type { AssetBalance, Network } from '../../domain/balance.ts';
import { writeBalances } from '../../domain/response-json.ts';
import { warnOfBalances, warnOfSync, writeWarnings } from '../data-warnings.ts';
import { example } from '../example.ts';
import { formatDistance } from '../format.ts';
import { chooseListingFormat, type ListingFormat, listingFormatOption } from '../listing-format.ts';
import { requireOption } from '../option-values.ts';
import { requireLastSync } from '../require-data.ts';
import { startSession, withStore, type Runtime, type Session } from '../runtime.ts';
import { formatTable } from '../table.ts';

interface BalanceOptions {
  readonly wallet?: string;
  readonly format?: ListingFormat;
}

const CSV_HEADER = [
  'asset',
  'amount',
  'networkId',
  'networkCode',
  'networkName',
  'networkDisplayName',
  'minWithdrawal',
  'maxWithdrawal',
  'assetName',
  'addressRegex',
];

const WARNINGS_EXPLANATION = `
With every format, warnings on standard error name the assets whose networks the exchange does not report, and
say if the amounts may be more than what can be withdrawn, or if the last synchronisation failed.`;

/** Adds `teller balance`, the balance endpoint for the terminal. */
export function addBalanceCommand(program: Command, runtime: Runtime): void {
  program
    .command('balance')
    .description('show the withdrawable balances of a wallet and their networks')
    .option('--wallet <id>', 'the wallet')
    .addOption(listingFormatOption())
    .addHelpText('after', WARNINGS_EXPLANATION)
    .addHelpText('after', example('teller balance --wallet wallet_f0…'))
    .action(async (options: BalanceOptions, command: Command) => {
      const walletId = requireOption(options.wallet, '--wallet <id>');
      const session = startSession(runtime, command.optsWithGlobals());
      const format = chooseListingFormat(session, options.format);
      const [sync, document] = await withStore(
        session,
        { create: false, readsStandby: true },
        async (store) => [
          await requireLastSync(store, walletId),
          await store.readBalances(await store.readWalletKey(walletId)),
        ],
      );
      const text = writeFormat(session, sync.lastSyncAtMs, document, format);
      if (text !== '') session.stdout.write(`${text}\n`);
      writeWarnings(session, [...warnOfSync(walletId, sync), ...warnOfBalances(document)]);
    });
}

function writeFormat(
  session: Session,
  lastSyncAtMs: number,
  document: BalanceDocument,
  format: ListingFormat,
): string {
  const lastSyncAt = formatInstant(lastSyncAtMs);
  if (format === 'json') return writeBalances(lastSyncAt, document.json);
  const balances = readBalanceDocument(document);
  if (format === 'jsonl') {
    return balances.map(writeBalance).join('\n');
  }
  if (format === 'csv') {
    return [CSV_HEADER, ...listPairs(balances).map(toCsvCells)].map(formatCsvRecord).join('\n');
  }
  const age = formatDistance(lastSyncAtMs, session.now());
  return `${writeTable(session, balances)}\n\nSynchronised ${lastSyncAt} (${age})`;
}

/** Returns a row for each network of each asset; an asset without networks has one row. */
function listPairs(balances: readonly AssetBalance[]): [AssetBalance, Network | undefined][] {
  return balances.flatMap((balance): [AssetBalance, Network | undefined][] =>
    balance.networks.length === 0
      ? [[balance, undefined]]
      : balance.networks.map((network) => [balance, network]),
  );
}

function toCsvCells([{ asset, amount }, network]: [AssetBalance, Network | undefined]) {
  if (network === undefined) return [asset, amount, ...CSV_HEADER.slice(2).map(() => null)];
  const { id, code, name, displayName, minWithdrawal, maxWithdrawal } = network;
  const { assetName, addressRegex } = network;
  const about = [id, code, name, displayName, minWithdrawal, maxWithdrawal];
  return [asset, amount, ...about, assetName, addressRegex];
}

function writeTable(session: Session, balances: readonly AssetBalance[]): string {
  const rows = listPairs(balances).map(([balance, network]) => {
    const first = network === undefined || network === balance.networks[0];
    return [
      first ? balance.asset : '',
      first ? balance.amount : '',
      network?.id ?? (balance.networksUnknown === true ? 'not reported' : '-'),
      network?.minWithdrawal ?? '-',
      network?.maxWithdrawal ?? '-',
      network?.displayName ?? '',
    ];
  });
  const header = ['ASSET', 'WITHDRAWABLE', 'NETWORK', 'MINIMUM', 'MAXIMUM', 'NAME'];
  return formatTable(header, rows, session.stdout.columns, ['WITHDRAWABLE', 'MINIMUM', 'MAXIMUM']);
}
