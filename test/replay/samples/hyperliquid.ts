/** Responses in Hyperliquid's format (hyperliquid.gitbook.io, Info endpoint, Non-funding ledger updates). */
import type { RecordedRequest, RecordedResponses } from '../../best-effort/recorded-exchange.ts';

const UPDATES = [
  {
    time: 1718086402123,
    hash: '0xa166e3fa63c25663024b03f2e0da011a00307e4017465df020210d3d432e7cb8',
    delta: { type: 'withdraw', usdc: '12.5', nonce: 1718086400000000, fee: '1.0' },
  },
  {
    time: 1718040000456,
    hash: '0xb277f40b74d36774135c14a3f1eb122b00418f5028576ef131321e4e543f8dc9',
    delta: { type: 'accountClassTransfer', usdc: '4.0', toPerp: true },
  },
  {
    time: 1718000001789,
    hash: '0xc388051c85e47885246d25b402fc233c0052906139687f024243205f65409eda',
    delta: { type: 'deposit', usdc: '150.0' },
  },
];

const STATE = { withdrawable: '0.0', balances: [] };

/** There is one endpoint for all requests: except for states of the account, all responses are equal. */
export const RESPONSES: RecordedResponses = {
  'POST api.hyperliquid.xyz/info': ({ body }: RecordedRequest) =>
    /clearinghouseState/i.test(body) ? STATE : UPDATES,
};
