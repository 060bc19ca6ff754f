/**
 * A simulated Binance that ignores `limit` and the window: its lists of deposits and of currencies have the
 * maximum length of a response. Prints the URL as JSON.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Just below the maximum length of a response (`ccxt-client.ts`). */
const LIST_BYTES = 15_500_000;

const nowMs = Date.now();
const RESPONSES: Readonly<Record<string, Buffer>> = {
  '/sapi/v1/capital/deposit/hisrec': makeList(makeDeposit),
  '/sapi/v1/capital/config/getall': makeList(makeCurrency),
  '/sapi/v1/capital/withdraw/history': Buffer.from('[]'),
  '/sapi/v1/fiat/orders': Buffer.from('{"total":0,"data":[]}'),
  '/sapi/v1/asset/assetDividend': Buffer.from('{"total":0,"rows":[]}'),
  '/sapi/v1/asset/transfer': Buffer.from('{"total":0,"rows":[]}'),
  '/api/v3/account': Buffer.from('{"balances":[]}'),
};

const server = createServer((request, response) => {
  const { pathname } = new URL(decodeURIComponent((request.url ?? '').slice(1)));
  response.end(RESPONSES[pathname] ?? JSON.stringify({ serverTime: Date.now() }));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/` })}\n`);
});

function makeList(makeRow: (index: number) => object): Buffer {
  const rows: string[] = [];
  for (let bytes = 0; bytes < LIST_BYTES; bytes += rows.at(-1)!.length + 1) {
    rows.push(JSON.stringify(makeRow(rows.length)));
  }
  return Buffer.from(`[${rows.join(',')}]`);
}

function makeDeposit(index: number): object {
  return {
    id: String(769_800_519_366_885_376n + BigInt(index)),
    amount: '0.00999800',
    coin: 'BTC',
    network: 'BTC',
    status: 1,
    address: `bc1q${'a'.repeat(38)}`,
    addressTag: '',
    txId: index.toString(16).padStart(64, '0'),
    insertTime: nowMs - index,
    completeTime: nowMs,
    transferType: 0,
    confirmTimes: '2/2',
    unlockConfirm: 2,
    walletType: 0,
    sourceAddress: '',
  };
}

function makeCurrency(index: number): object {
  const coin = `C${index}`;
  const limits = { withdrawFee: '0.0005', withdrawMin: '0.001', withdrawMax: '100' };
  const network = { network: 'BTC', coin, name: 'Bitcoin', withdrawEnable: true, ...limits };
  return { coin, name: coin, free: '0', locked: '0', networkList: [network] };
}
