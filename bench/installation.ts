/** An installation to measure: a database in a temporary folder, a tenant, wallets with rows. */
import { createWriteStream, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The command as users start it: it keeps compiled code between starts. */
export const TELLER = fileURLToPath(new URL('../bin/teller', import.meta.url));
const ASSETS = ['BTC', 'ETH', 'USDT', 'USDC', 'SOL', 'XRP', 'ADA', 'DOT', 'LTC', 'EUR'];
const START_MS = Date.UTC(2020, 0, 1);

/** A database with one tenant. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'teller-bench-'));
  readonly env = {
    TELLER_DATABASE_URL: `sqlite:${join(this.folder, 'teller.db')}`,
    TELLER_RATE_LIMIT: '0',
    TELLER_LOG_LEVEL: 'warn',
  };
  readonly #tenant: { orgId: string; projectId: string; apiKey: string };

  constructor() {
    const org = this.ask<{ id: string }>(['org', 'create', 'bench']);
    const project = this.ask<{ id: string }>(['project', 'create', '--org', org.id, 'bench']);
    const key = this.ask<{ apiKey: string }>(['key', 'create', '--project', project.id]);
    this.#tenant = { orgId: org.id, projectId: project.id, apiKey: key.apiKey };
  }

  get projectId(): string {
    return this.#tenant.projectId;
  }

  /** Runs a command of `teller` and reads its JSON. */
  ask<Answer>(args: readonly string[], input = ''): Answer {
    const run = spawnSync(TELLER, [...args, '--json'], {
      env: { ...process.env, ...this.env },
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (run.status !== 0) throw new Error(`teller ${args.join(' ')}: ${run.stdout}`);
    return JSON.parse(run.stdout) as Answer;
  }

  /** A wallet without rows. */
  addWallet(): string {
    const args = ['wallet', 'add', '--project', this.projectId, '--exchange', 'binance'];
    // Which also keeps the exchange from being asked.
    args.push('--allow-withdraw-permission');
    return this.ask<{ id: string }>(args, '{"apiKey":"bench","secret":"bench"}').id;
  }

  /** The headers of a request for a wallet. */
  headersOf(walletId: string): Record<string, string> {
    return {
      'x-svc-api-key': this.#tenant.apiKey,
      'x-svc-org-id': this.#tenant.orgId,
      'x-svc-project-id': this.#tenant.projectId,
      'x-svc-wallet-id': walletId,
    };
  }

  /** Writes a file of rows to import, one every ten minutes on average, and returns its path. */
  async writeRows(count: number): Promise<string> {
    const path = join(this.folder, `rows-${count}.jsonl`);
    const file = createWriteStream(path);
    for (let row = 0; row < count; row += 1) {
      if (!file.write(writeRow(row))) await once(file, 'drain');
    }
    file.end();
    await once(file, 'close');
    return path;
  }
}

function writeRow(row: number): string {
  const withdrawal = row % 3 === 0;
  const digits = String((row * 2_654_435_761) % 1_000_000_000).padStart(9, '0');
  return `${JSON.stringify({
    asset: ASSETS[row % ASSETS.length],
    type: withdrawal ? 'withdrawal' : 'deposit',
    amount: `${row % 1000}.${digits}`,
    timestamp: START_MS + row * 600_000 + (row % 7),
    status: row % 50 === 0 ? 'pending' : 'completed',
    txid: `0x${digits.repeat(7)}${row % 10}`,
    address: `0x${digits.repeat(4)}${String(row).padStart(4, '0').slice(-4)}`,
    feeCost: withdrawal ? '0.0005' : null,
    feeCurrency: withdrawal ? ASSETS[row % ASSETS.length] : null,
  })}\n`;
}
