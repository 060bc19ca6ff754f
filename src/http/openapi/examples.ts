/** Examples in the OpenAPI document. */
import { type ProblemCode, PROBLEMS } from '../../domain/problem.ts';
import type { JsonSchema } from './schemas.ts';

export const TRANSACTIONS_EXAMPLE: JsonSchema = {
  transactions: [
    {
      id: 'tx_4f0c2a9d5b7e41c68d3f9a1e2b7c5d60',
      walletId: 'wallet_5a1f0c9e7b3d2846a0c1e2f3',
      asset: 'USDC',
      type: 'withdrawal',
      amount: 250.5,
      timestamp: 1709210096789,
      status: 'completed',
      txid: '0x8d1f6c5b4a39281706f5e4d3c2b1a0998877665544332211ffeeddccbbaa0099',
      address: '0x52908400098527886e0f7030069857d2e4169ee7',
      feeCost: 1,
      feeCurrency: 'USDC',
    },
  ],
  pagination: { totalCount: 1, page: 0, limit: 10, pageCount: 1 },
};

export const BALANCE_EXAMPLE: JsonSchema = {
  lastSyncAt: '2024-02-29T12:34:56.789Z',
  balances: [
    { asset: 'EUR', amount: 12.34, networks: [] },
    {
      asset: 'USDC',
      amount: 1050.25,
      networks: [
        {
          id: 'ETH',
          code: 'ETH',
          name: 'Ethereum (ERC20)',
          displayName: 'Ethereum',
          minWithdrawal: '10',
          maxWithdrawal: '1000000',
          assetName: 'USDC',
          addressRegex: '^0x[0-9A-Fa-f]{40}$',
        },
      ],
    },
  ],
};

/** Returns the body of a problem with this code. */
export function problemExample(code: ProblemCode): JsonSchema {
  const { status, title, when } = PROBLEMS[code];
  return {
    type: `/docs#${code}`,
    title,
    status,
    detail: when,
    code,
    requestId: '0b7c9a52-6f0e-4a3c-9a59-2f1a4d1f7c11',
  };
}
