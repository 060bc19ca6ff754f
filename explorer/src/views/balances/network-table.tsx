import { useState } from 'preact/hooks';

import type { Network } from '../../../../client/src/index.ts';
import { tryParseDecimal } from '../../../../src/domain/decimal.ts';
import { Amount } from '../../components/amount.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';

/** Shows the networks of an asset. Roles are explicit, because a narrow page stacks the cells. */
export function NetworkTable({
  asset,
  networks,
}: {
  readonly asset: string;
  readonly networks: readonly Network[];
}) {
  return (
    <table class="table networks" role="table" aria-label={`Networks of ${asset}`}>
      <thead role="rowgroup">
        <tr role="row">
          {['Network', 'Identifier', 'Minimum', 'Maximum', 'Address pattern'].map((title) => (
            <th
              key={title}
              scope="col"
              role="columnheader"
              class={title.endsWith('mum') ? 'is-number' : undefined}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {networks.map((network) => (
          <NetworkRow key={network.id} network={network} />
        ))}
      </tbody>
    </table>
  );
}

function NetworkRow({ network }: { readonly network: Network }) {
  const { id, code, displayName, minWithdrawal, maxWithdrawal, addressRegex } = network;
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <ForeignText text={displayName} />
      </th>
      <td role="cell" data-label="Identifier">
        <span>
          <ForeignText text={id} />
          {code !== id && <span class="quiet"> {code}</span>}
        </span>
      </td>
      <td role="cell" class="is-number" data-label="Minimum">
        <Limit text={minWithdrawal} />
      </td>
      <td role="cell" class="is-number" data-label="Maximum">
        <Limit text={maxWithdrawal} />
      </td>
      <td role="cell" data-label="Address pattern">
        {addressRegex === null ? <NotReported /> : <code class="pattern">{addressRegex}</code>}
      </td>
    </tr>
  );
}

/** Shows a limit in plain notation. If the exchange uses another notation, a button shows the original. */
function Limit({ text }: { readonly text: string | null }) {
  const [showsOriginal, setShowsOriginal] = useState(false);
  if (text === null) return <NotReported />;
  const plain = tryParseDecimal(text);
  if (plain === undefined) return <span>{text}</span>;
  if (plain === text) return <Amount value={plain} />;
  return (
    <button
      type="button"
      class="original"
      aria-pressed={showsOriginal}
      title={`The exchange writes ${text}`}
      onClick={() => setShowsOriginal(!showsOriginal)}
    >
      {showsOriginal ? text : <Amount value={plain} />}
    </button>
  );
}

function NotReported() {
  return <span class="quiet">Not reported</span>;
}
