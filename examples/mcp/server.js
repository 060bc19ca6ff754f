/**
 * An MCP server over standard input and output: a language model reads one wallet by two tools. `npm install` in this
 * folder, and the package of the client (`client/README.md`); then name `node server.js` in the settings of the program
 * that runs the model, with the variables below. The key can only read.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { WalletTeller } from '@wallet-teller/client';
import { z } from 'zod';

const { TELLER_URL, API_KEY, ORG_ID, PROJECT_ID, WALLET_ID } = process.env;
const wallet = new WalletTeller({
  baseUrl: TELLER_URL,
  apiKey: API_KEY,
  orgId: ORG_ID,
  projectId: PROJECT_ID,
  walletId: WALLET_ID,
});
const server = new McpServer({ name: 'wallet-teller', version: '0.1.0' });

/** Returns the result of a tool; a refused request is an error that the model can read. */
async function answer(read) {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await read()) }] };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: error.detail ?? error.message }] };
  }
}

server.registerTool(
  'list_transactions',
  {
    description:
      'Lists deposits, withdrawals and other bookings of the wallet, newest first. Amounts are exact decimal text. ' +
      '`pagination.totalCount` is the exact number of matches.',
    inputSchema: {
      asset: z.string().optional().describe('symbol, for example BTC'),
      type: z.string().optional().describe('for example deposit or withdrawal'),
      status: z.string().optional().describe('pending, completed, failed, canceled or unknown'),
      since: z.string().optional().describe('RFC 3339 time or date, inclusive'),
      before: z.string().optional().describe('RFC 3339 time or date, exclusive'),
      page: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(100).optional(),
    },
    annotations: { readOnlyHint: true },
  },
  (query) => answer(() => wallet.transactions.list(query)),
);
server.registerTool(
  'get_withdrawable_balance',
  {
    description: 'Returns for each asset the amount that can be withdrawn now, and its networks.',
    annotations: { readOnlyHint: true },
  },
  () => answer(() => wallet.withdrawableBalance()),
);
await server.connect(new StdioServerTransport());
