import { useId, useState } from 'preact/hooks';

import type { AssetBalance, WalletSync } from '../../../../client/src/index.ts';
import { Amount } from '../../components/amount.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { ChevronIcon } from '../../components/icons.tsx';
import { NetworkTable } from './network-table.tsx';

/** Shows one row for each asset. The networks open below the row. */
export function BalanceTable({
  balances,
  sync,
}: {
  readonly balances: readonly AssetBalance[];
  readonly sync: Pick<WalletSync, 'unknownNetworks'>;
}) {
  return (
    <div class="card">
      <table class="table balances" aria-label="Withdrawable balances">
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col" class="is-wide">
              Networks
            </th>
            <th scope="col" class="is-number">
              Withdrawable
            </th>
            <th scope="col">
              <span class="visually-hidden">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {balances.map((balance) => (
            <AssetRow
              key={balance.asset}
              balance={balance}
              isUnknown={
                sync.unknownNetworks === '*' || sync.unknownNetworks.includes(balance.asset)
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NetworkSummaryProps {
  readonly networks: AssetBalance['networks'];
  /** True if the exchange does not report all networks. */
  readonly isUnknown: boolean;
}

function AssetRow({
  balance: { asset, amount, networks },
  isUnknown,
}: {
  readonly balance: AssetBalance;
  readonly isUnknown: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <tr class={isOpen ? 'is-open' : undefined}>
        <th scope="row">
          <span class="asset">
            <span class="asset-mark" aria-hidden="true">
              {asset.slice(0, 1)}
            </span>
            <span>
              <span class="asset-name">
                <ForeignText text={asset} />
              </span>
              <span class="asset-networks is-narrow">
                <NetworkCount networks={networks} isUnknown={isUnknown} />
              </span>
            </span>
          </span>
        </th>
        <td class="is-wide">
          <NetworkNames networks={networks} isUnknown={isUnknown} />
        </td>
        <td class="is-number">
          <Amount value={amount} />
        </td>
        <td class="is-action">
          {networks.length > 0 && (
            <button
              type="button"
              class="icon-button disclosure"
              aria-label={`Networks of ${asset}`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronIcon />
            </button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr class="networks-row" id={id}>
          <td colSpan={4}>
            <div class="networks-content">
              <NetworkTable asset={asset} networks={networks} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

/** Maximum network names in the column. */
const NAMES_SHOWN_MAX = 3;

/** Shows the first network names of an asset. */
function NetworkNames({ networks, isUnknown }: NetworkSummaryProps) {
  if (networks.length === 0 || isUnknown) {
    return <NetworkCount networks={networks} isUnknown={isUnknown} />;
  }
  const names = networks.slice(0, NAMES_SHOWN_MAX).map(({ displayName }) => displayName);
  const more = networks.length - names.length;
  return (
    <span class="quiet">
      <ForeignText text={names.join(', ')} />
      {more > 0 && ` and ${more} more`}
    </span>
  );
}

/** Shows the number of networks, and if some are unknown. */
function NetworkCount({ networks, isUnknown }: NetworkSummaryProps) {
  const count = networks.length;
  if (isUnknown) {
    return (
      <span
        class="badge"
        title="The exchange does not report all networks of this asset to this key"
      >
        {count === 0 ? 'Networks unknown' : `${count} known, maybe more`}
      </span>
    );
  }
  if (count === 0) return <span class="quiet">No network</span>;
  return <span class="quiet">{count === 1 ? '1 network' : `${count} networks`}</span>;
}
