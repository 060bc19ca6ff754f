import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import type { Network } from '../../../../client/src/index.ts';
import { type Decimal, subtractDecimals, tryParseDecimal } from '../../../../src/domain/decimal.ts';
import { Amount } from '../../components/amount.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import type { PossibleWithdrawal, RefusedWithdrawal } from './find-withdrawals.ts';

/** Maximum items of a list until the reader presses its button. A wallet may have hundreds of assets. */
const ITEMS_SHOWN = 50;

/** Shows the assets and networks that accept the withdrawal. */
export function PossibleList({
  labelledBy,
  withdrawals,
  amount,
}: {
  readonly labelledBy: string;
  readonly withdrawals: readonly PossibleWithdrawal[];
  readonly amount: Decimal;
}) {
  return (
    <WithdrawalList labelledBy={labelledBy}>
      {withdrawals.map(({ balance: { asset, amount: available }, network }) => (
        <li key={`${asset} ${network.id}`}>
          <AssetOnNetwork asset={asset} network={network} />
          <dl class="send-facts">
            <Fact title="Minimum" text={network.minWithdrawal} />
            <Fact title="Maximum" text={network.maxWithdrawal} />
            <Fact title="Balance" text={available} />
            <Fact title="Left" text={subtractDecimals(available as Decimal, amount)} />
          </dl>
        </li>
      ))}
    </WithdrawalList>
  );
}

/** Shows the refused withdrawals with their reasons. */
export function RefusedList({
  labelledBy,
  withdrawals,
}: {
  readonly labelledBy: string;
  readonly withdrawals: readonly RefusedWithdrawal[];
}) {
  return (
    <WithdrawalList labelledBy={labelledBy}>
      {withdrawals.map(({ asset, network, reasons }) => (
        <li key={`${asset} ${network?.id ?? ''}`}>
          <AssetOnNetwork asset={asset} network={network} />
          <p class="send-reasons">
            <ForeignText text={reasons.join(' ')} />
          </p>
        </li>
      ))}
    </WithdrawalList>
  );
}

function WithdrawalList({
  labelledBy,
  children,
}: {
  readonly labelledBy: string;
  readonly children: readonly ComponentChildren[];
}) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? children : children.slice(0, ITEMS_SHOWN);
  return (
    <>
      <ul
        class={children.length === 0 ? 'send-list' : 'card send-list'}
        // Without the role, some browsers do not announce a list without markers.
        role="list"
        aria-labelledby={labelledBy}
      >
        {shown}
      </ul>
      {shown.length < children.length && (
        <button type="button" class="button" onClick={() => setShowsAll(true)}>
          Show all {children.length}
        </button>
      )}
    </>
  );
}

function AssetOnNetwork({
  asset,
  network,
}: {
  readonly asset: string;
  readonly network: Network | undefined;
}) {
  return (
    <p class="send-name">
      <span class="asset-name">
        <ForeignText text={asset} />
      </span>
      {network !== undefined && (
        <>
          <span class="quiet"> over </span>
          <ForeignText text={network.displayName} />
          {network.id !== network.displayName && (
            <span class="quiet">
              {' '}
              <ForeignText text={network.id} />
            </span>
          )}
        </>
      )}
    </p>
  );
}

function Fact({ title, text }: { readonly title: string; readonly text: string | null }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {text === null ? (
          <span class="quiet">Not reported</span>
        ) : (
          <Amount value={tryParseDecimal(text) ?? text} />
        )}
      </dd>
    </div>
  );
}
