/** Prints every transaction of a wallet as JSON Lines, each exactly once: `node walk.ts`, Node 24. */
import { WalletTeller } from '@wallet-teller/client';

const { TELLER_URL, API_KEY, ORG_ID, PROJECT_ID, WALLET_ID } = process.env;
if (!TELLER_URL || !API_KEY || !ORG_ID || !PROJECT_ID || !WALLET_ID) {
  throw new Error('set TELLER_URL, API_KEY, ORG_ID, PROJECT_ID and WALLET_ID');
}

const wallet = new WalletTeller({
  baseUrl: TELLER_URL,
  apiKey: API_KEY,
  orgId: ORG_ID,
  projectId: PROJECT_ID,
  walletId: WALLET_ID,
});
for await (const { id, asset, type, amount } of wallet.transactions.all({ limit: 1000 })) {
  // The amount is text with every digit.
  console.log(JSON.stringify({ id, asset, type, amount }));
}
