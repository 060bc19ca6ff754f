/**
 * Compares a bank statement with a wallet: `node reconcile.ts statement.csv`. The statement is CSV with the columns
 * `date,asset,amount`, a negative amount for a payment to the exchange and a positive one for a payment from it, as a
 * bank sees deposits and withdrawals of EUR. Prints what only one side has, and exits with 1 if there is something.
 */
import { readFileSync } from 'node:fs';
import { WalletTeller } from '@wallet-teller/client';

/** A transfer between banks can take some days. */
const DAYS_MAX = 5;
const DAY_MS = 86_400_000;

interface Booking {
  readonly dayMs: number;
  readonly asset: string;
  /** The change of the bank account, without trailing zeros. */
  readonly amount: string;
  readonly name: string;
}

/** Removes what does not change the value: 5.00 is 5, and -0.50 is -0.5. */
function normalize(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

function readStatement(path: string): Booking[] {
  const [, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  return lines.map((line) => {
    const [date = '', asset = '', amount = ''] = line.split(',');
    return { dayMs: Date.parse(date), asset, amount: normalize(amount), name: line };
  });
}

async function readWallet(assets: ReadonlySet<string>): Promise<Booking[]> {
  const { TELLER_URL, API_KEY, ORG_ID, PROJECT_ID, WALLET_ID } = process.env as Record<
    string,
    string
  >;
  const wallet = new WalletTeller({
    baseUrl: TELLER_URL!,
    apiKey: API_KEY!,
    orgId: ORG_ID!,
    projectId: PROJECT_ID!,
    walletId: WALLET_ID!,
  });
  const bookings: Booking[] = [];
  for await (const row of wallet.transactions.all({ status: 'completed', limit: 1000 })) {
    if (!assets.has(row.asset) || !['deposit', 'withdrawal'].includes(row.type)) continue;
    const amount = normalize(row.type === 'deposit' ? `-${row.amount}` : row.amount);
    const name = `${row.id} ${row.asset} ${amount}`;
    bookings.push({ dayMs: row.timestamp, asset: row.asset, amount, name });
  }
  return bookings;
}

function compareTimes(a: Booking, b: Booking): number {
  return a.dayMs - b.dayMs;
}

const bank = readStatement(process.argv[2]!);
const open = await readWallet(new Set(bank.map(({ asset }) => asset)));
// Oldest first on both sides. Otherwise a payment may be matched with the only row that a later equal payment can have.
bank.sort(compareTimes);
open.sort(compareTimes);
const missing = bank.filter(({ dayMs, asset, amount }) => {
  const found = open.findIndex(
    (row) =>
      row.asset === asset &&
      row.amount === amount &&
      Math.abs(row.dayMs - dayMs) <= DAYS_MAX * DAY_MS,
  );
  if (found >= 0) open.splice(found, 1);
  return found < 0;
});
for (const { name } of missing) console.log(`only in the statement: ${name}`);
for (const { name } of open) console.log(`only in the wallet: ${name}`);
if (missing.length + open.length > 0) process.exitCode = 1;
