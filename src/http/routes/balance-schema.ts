/** The OpenAPI description of `GET /v0/wallet/withdraw/balance`. */
import { HEADERS } from '../header-names.ts';
import { type JsonSchema, refer, SCHEMAS } from '../openapi/schemas.ts';
import { describeWalletPath } from '../openapi/wallet-operation.ts';

const EXAMPLE: JsonSchema = {
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

/** The path item. */
export const GET_BALANCE = describeWalletPath({
  operationId: 'getWithdrawableBalance',
  summary: 'Returns the withdrawable balances of a wallet and their networks.',
  description:
    'As of `lastSyncAt`. A suspended network is missing from `networks`; an asset without any ' +
    'cannot be withdrawn now, unless `x-svc-unknown-networks` lists it.',
  parameters: [],
  schema: refer('Balance', SCHEMAS.Balance),
  example: EXAMPLE,
  headers: [HEADERS.unknownNetworks, HEADERS.unverifiedWithdrawable],
  problems: ['balance_not_available'],
});
