/** Generates rows like those of the certified exchanges, the same in every run: five years of 30 assets. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';

import { LIMIT_MAX } from '../src/domain/query.ts';
import { makeFolder } from './processes.ts';

/** Rows of a small wallet. */
export const SMALL_ROWS = LIMIT_MAX;
/** The time of the oldest row, and of the end of the history. */
export const START_MS = Date.UTC(2020, 0, 1);
export const END_MS = Date.UTC(2025, 0, 1);
/** An asset of every second row, of every 60th, and of every 5,000th. */
export const COMMON_ASSET = 'BTC';
export const MIDDLE_ASSET = 'ASSET5';
export const RARE_ASSET = 'RARE';

const RARE_EVERY = 5000;
const OTHER_ASSETS = 28;

/** A row as `teller import` reads it. */
type Row = Readonly<Record<string, string | number | null>>;

/** Writes a history of `count` rows as JSON Lines, oldest first, and returns the path of the file. */
export async function writeHistory(count: number): Promise<string> {
  const path = join(makeFolder('rows'), 'rows.jsonl');
  const file = createWriteStream(path);
  for (let no = 0; no < count; no += 1) {
    const timestamp = Math.floor(START_MS + ((END_MS - START_MS) * no) / count);
    if (!file.write(`${JSON.stringify(makeRow(no, timestamp))}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return path;
}

/** One row in six has no txid and no address; the others have those of a common chain. */
function makeRow(no: number, timestamp: number): Row {
  const digits = createHash('sha512').update(`row ${no}`).digest('hex');
  const hash = digits.slice(0, 64);
  const base58 = Buffer.from(digits, 'hex').toString('base64url');
  const [txid, address] = [
    [hash, `bc1q${digits.slice(64, 102)}`],
    [`0x${hash}`, `0x${digits.slice(64, 104)}`],
    [hash, `T${base58.slice(0, 33)}`],
    [digits.slice(0, 88), base58.slice(0, 44)],
    [hash.toUpperCase(), `r${base58.slice(0, 33)}`],
    [null, null],
  ][no % 6] as [string, string] | [null, null];
  const asset = chooseAsset(no);
  const random = Number.parseInt(digits.slice(120, 126), 16);
  const isWithdrawal = random % 5 < 2;
  return {
    asset,
    type: random % 50 === 0 ? 'reward' : isWithdrawal ? 'withdrawal' : 'deposit',
    amount: `${no % 1000}.${String(Number.parseInt(digits.slice(0, 6), 16) + 1)}`,
    timestamp,
    status: random % 31 === 0 ? 'failed' : 'completed',
    txid,
    address,
    feeCost: isWithdrawal ? '0.0005' : null,
    feeCurrency: isWithdrawal ? asset : null,
  };
}

function chooseAsset(no: number): string {
  if (no % RARE_EVERY === RARE_EVERY - 1) return RARE_ASSET;
  return no % 2 === 0 ? COMMON_ASSET : `ASSET${((no - 1) / 2) % OTHER_ASSETS}`;
}
