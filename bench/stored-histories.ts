/**
 * Bytes that PostgreSQL stores for each transaction, with indexes and counts, by the way in which the history was written.
 * The order of writing determines how full the pages of the indexes are.
 */
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseDecimal } from '../src/domain/decimal.ts';
import { createId, transactionId } from '../src/domain/id.ts';
import type { SealedCredentials } from '../src/domain/sealed-credentials.ts';
import type { Transaction } from '../src/domain/transaction.ts';
import type { Store } from '../src/store/store.ts';
import type { WalletLease } from '../src/store/sync.ts';
import { makeWallet, makeWindow } from '../test/store/contract/fixtures.ts';
import { type Databases, runSql } from './databases.ts';
import type { Installation, Tenant } from './installation.ts';
import { atMost, formatCount, type Measurement, reportProgress } from './measurement.ts';
import { makeFolder } from './processes.ts';
import { START_MS } from './rows.ts';

const ROWS = 100_000;
const BYTES_MAX = 420;
const LEASE_MS = 1e12;
/** Time between two rows of a wallet. */
const INTERVAL_MS = 1_000_000;
const BACKFILLED_WALLETS = 20;
const BACKFILL_WINDOW_ROWS = 500;
const POLLED_WALLETS = 200;
const POLLED_WINDOW_ROWS = 5;

interface History {
  readonly name: string;
  readonly write: (installation: Installation) => Promise<void>;
}

const HISTORIES: readonly History[] = [
  { name: 'one wallet, teller import', write: importOne },
  { name: `${BACKFILLED_WALLETS} wallets, the newest window first`, write: backfill },
  { name: `${POLLED_WALLETS} wallets, polled in turn`, write: poll },
];

/** Measures every history in its own database. */
export async function measureStoredHistories(databases: Databases): Promise<Measurement[]> {
  const results: Measurement[] = [];
  for (const { name, write } of HISTORIES) {
    reportProgress(`PostgreSQL: size of ${name}`);
    const installation = await databases.make('PostgreSQL');
    await write(installation);
    const [size] = await runSql(
      installation.databaseUrl,
      `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    results.push({
      name: `PostgreSQL, stored bytes per transaction of ${formatCount(ROWS)}: ${name}`,
      value: Math.round(Number(size?.['bytes']) / ROWS),
      unit: 'bytes',
      target: atMost(BYTES_MAX),
    });
  }
  return results;
}

function importOne(installation: Installation): Promise<void> {
  const walletId = installation.addTenant().addWallet();
  const file = join(makeFolder('history'), 'rows.jsonl');
  const lines = Array.from({ length: ROWS }, (_, no) => {
    const { id: _id, timestampMs: timestamp, ...values } = makeRow(walletId, no);
    return `${JSON.stringify({ timestamp, ...values })}\n`;
  });
  writeFileSync(file, lines.join(''));
  installation.ask(['import', '--wallet', walletId, file]);
  return Promise.resolve();
}

async function backfill(installation: Installation): Promise<void> {
  const tenant = installation.addTenant();
  const walletId = tenant.addWallet();
  await installation.withStore(async (store) => {
    const credentials = await store.readCredentials(walletId);
    for (let wallet = 0; wallet < BACKFILLED_WALLETS; wallet += 1) {
      const lease = await addClaimed(store, tenant, credentials);
      const rows = ROWS / BACKFILLED_WALLETS;
      for (let end = rows; end > 0; end -= BACKFILL_WINDOW_ROWS) {
        await record(store, lease, end - BACKFILL_WINDOW_ROWS, end);
      }
    }
  });
}

async function poll(installation: Installation): Promise<void> {
  const tenant = installation.addTenant();
  const walletId = tenant.addWallet();
  await installation.withStore(async (store) => {
    const credentials = await store.readCredentials(walletId);
    const leases: WalletLease[] = [];
    for (let wallet = 0; wallet < POLLED_WALLETS; wallet += 1) {
      leases.push(await addClaimed(store, tenant, credentials));
    }
    for (let end = POLLED_WINDOW_ROWS; end <= ROWS / POLLED_WALLETS; end += POLLED_WINDOW_ROWS) {
      for (const lease of leases) await record(store, lease, end - POLLED_WINDOW_ROWS, end);
    }
  });
}

/** Adds a wallet, and claims it for the whole measurement. A command for each wallet would take a minute. */
async function addClaimed(
  store: Store,
  { projectId }: Tenant,
  credentials: SealedCredentials,
): Promise<WalletLease> {
  const walletId = createId('wallet', randomBytes);
  await store.addWallet(makeWallet(walletId, { projectId }), credentials);
  const lease = await store.claimWallet({
    nowMs: START_MS,
    untilMs: START_MS + LEASE_MS,
    walletId,
  });
  if (lease === undefined) throw new Error(`${walletId} has a lease`);
  return lease;
}

/** Writes the rows of a window, newest first, as most exchanges list them. */
function record(store: Store, lease: WalletLease, from: number, end: number): Promise<void> {
  const range = { fromMs: timeOf(from), toMs: timeOf(end) };
  const transactions = Array.from({ length: end - from }, (_, index) =>
    makeRow(lease.walletId, end - 1 - index),
  );
  return store.recordWindow(lease, makeWindow({ window: range, covered: range, transactions }));
}

function timeOf(no: number): number {
  return START_MS + no * INTERVAL_MS;
}

/**
 * Returns a row like those of the certified exchanges: transfers of Bitcoin, tokens on Ethereum and Tron, Solana and XRP,
 * and one in six without txid and address.
 */
function makeRow(walletId: string, no: number): Transaction {
  const digits = createHash('sha512').update(`${walletId} ${no}`).digest('hex');
  const letters = Buffer.from(digits, 'hex').toString('base64url');
  const hash = digits.slice(0, 64);
  const [asset, txid, address] = [
    ['BTC', hash, `bc1q${digits.slice(64, 102)}`],
    ['ETH', `0x${hash}`, `0x${digits.slice(64, 104)}`],
    ['USDT', hash, `T${letters.slice(0, 33)}`],
    ['SOL', digits.slice(0, 88).replaceAll('0', 'z'), letters.slice(0, 44)],
    ['XRP', hash.toUpperCase(), `r${letters.slice(0, 33)}`],
    ['USDT', null, null],
  ][no % 6] as [string, string | null, string | null];
  const isWithdrawal = no % 5 < 2;
  return {
    id: transactionId(walletId, `deposit:${no}`),
    asset,
    type: isWithdrawal ? 'withdrawal' : 'deposit',
    amount: parseDecimal(`${no % 1000}.${String(Number.parseInt(digits.slice(0, 6), 16) + 1)}`),
    timestampMs: timeOf(no),
    status: no % 30 === 0 ? 'failed' : 'completed',
    txid,
    address,
    feeCost: isWithdrawal ? parseDecimal('0.0005') : null,
    feeCurrency: isWithdrawal ? asset : null,
  };
}
