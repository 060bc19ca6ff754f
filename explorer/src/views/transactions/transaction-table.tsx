import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

import type { Transaction, TransactionField } from '../../../../client/src/index.ts';
import { Amount } from '../../components/amount.tsx';
import { BlockExplorerLink } from '../../components/block-explorer-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { findBlockExplorerPages } from '../../format/block-explorer.ts';
import { formatClock, formatDate, formatDay, type Zone } from '../../format/time.ts';
import { COLUMN_TITLES, orderColumns } from './columns.tsx';
import { describe, directionOf } from './vocabulary.ts';

/** Columns with right-aligned numbers. */
const NUMBER_COLUMNS: ReadonlySet<TransactionField> = new Set(['amount', 'feeCost']);

/**
 * Shows one row for each transaction. Roles are explicit, because a narrow page stacks the cells. There, the first row of
 * each day has the day above it.
 */
export function TransactionTable({
  transactions,
  columns,
  isCompact,
  zone,
  linkTo,
  isStale,
}: {
  readonly transactions: readonly Transaction[];
  readonly columns: readonly TransactionField[];
  /** True if a phone shows only what happened, when and how much. The page of a transaction has the rest. */
  readonly isCompact: boolean;
  readonly zone: Zone;
  /** Returns the address of a transaction's page. */
  readonly linkTo: (transaction: Transaction) => string;
  readonly isStale: boolean;
}) {
  const ordered = mergeColumns(orderColumns(columns));
  // The rows are rendered again only if they may differ, and not for each step of an export.
  const rows = useMemo(
    () =>
      transactions.map((transaction, at) => (
        <tr key={transaction.id} role="row" data-day={findNewDay(transactions, at, zone)}>
          {ordered.map((field, index) => (
            <Cell key={field} field={field} isFirst={index === 0}>
              {CELLS[field](transaction, zone, linkTo)}
            </Cell>
          ))}
        </tr>
      )),
    [transactions, ordered.join(), zone],
  );
  return (
    <div class={isStale ? 'card transactions-card is-stale' : 'card transactions-card'}>
      <table
        class={isCompact ? 'table transactions is-compact' : 'table transactions'}
        role="table"
        aria-label="Transactions"
        aria-busy={isStale}
      >
        <thead role="rowgroup">
          <tr role="row">
            {ordered.map((field) => (
              <th key={field} scope="col" role="columnheader" class={classOf(field)}>
                {COLUMN_TITLES[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{rows}</tbody>
      </table>
    </div>
  );
}

/** Returns the day of a row that is the first of its day; also `undefined` if its time was not requested. */
function findNewDay(
  transactions: readonly Partial<Transaction>[],
  at: number,
  zone: Zone,
): string | undefined {
  const dayOf = (index: number): string | undefined => {
    const timestamp = transactions[index]?.timestamp;
    return timestamp === undefined ? undefined : formatDay(timestamp, zone);
  };
  const day = dayOf(at);
  return day === dayOf(at - 1) ? undefined : day;
}

/** Omits columns whose values are shown in another column: an asset is shown next to its amount. */
function mergeColumns(columns: readonly TransactionField[]): readonly TransactionField[] {
  return columns.filter(
    (field) =>
      !(field === 'asset' && columns.includes('amount')) &&
      !(field === 'feeCurrency' && columns.includes('feeCost')),
  );
}

function Cell({
  field,
  isFirst,
  children,
}: {
  readonly field: TransactionField;
  readonly isFirst: boolean;
  readonly children: ComponentChildren;
}) {
  const shared = { class: classOf(field), 'data-label': COLUMN_TITLES[field] };
  if (isFirst) {
    return (
      <th {...shared} scope="row" role="rowheader">
        {children}
      </th>
    );
  }
  return (
    <td {...shared} role="cell">
      {children}
    </td>
  );
}

function classOf(field: TransactionField): string {
  return NUMBER_COLUMNS.has(field) ? `is-${field} is-number` : `is-${field}`;
}

const CELLS: Readonly<
  Record<
    TransactionField,
    (
      transaction: Transaction,
      zone: Zone,
      linkTo: (transaction: Transaction) => string,
    ) => ComponentChildren
  >
> = {
  timestamp: (transaction, zone, linkTo) => {
    const { timestamp } = transaction;
    return (
      <a class="time-link" href={linkTo(transaction)}>
        <time dateTime={new Date(timestamp).toISOString()}>
          <span class="date">{formatDate(timestamp, zone)}, </span>
          {formatClock(timestamp, zone)}
        </time>
      </a>
    );
  },
  type: ({ type }) => (
    <span class={`kind is-${directionOf(type)}`}>
      <span class="kind-mark" aria-hidden="true" />
      {describe(type)}
    </span>
  ),
  status: ({ status }) => <span class={`badge status-${status}`}>{describe(status)}</span>,
  amount: ({ amount, asset }) => <Money amount={amount} asset={asset} />,
  asset: ({ asset }) => <Symbol text={asset} />,
  feeCost: ({ feeCost, feeCurrency }) =>
    feeCost === null ? <Missing /> : <Money amount={feeCost} asset={feeCurrency} />,
  feeCurrency: ({ feeCurrency }) =>
    feeCurrency === null ? <Missing /> : <Symbol text={feeCurrency} />,
  address: ({ address }) => <Identifier text={address} label="Copy the address" />,
  txid: (transaction) => (
    <Identifier
      text={transaction.txid}
      label="Copy the transaction hash"
      page={findBlockExplorerPages(transaction)[0]}
    />
  ),
  id: ({ id }) => <Identifier text={id} label="Copy the identifier" />,
  walletId: ({ walletId }) => <Identifier text={walletId} label="Copy the wallet" />,
};

/** Shows an amount with its asset, if the asset was requested. */
function Money({
  amount,
  asset,
}: {
  readonly amount: string;
  readonly asset: string | null | undefined;
}) {
  return (
    <span class="money">
      <Amount value={amount} />
      {asset && (
        <>
          {' '}
          <Symbol text={asset} />
        </>
      )}
    </span>
  );
}

/** Shows the symbol of an asset. A long symbol is cut, and its tooltip has the whole text. */
function Symbol({ text }: { readonly text: string }) {
  return (
    <span class="symbol clipped" title={text}>
      <ForeignText text={text} />
    </span>
  );
}

/** Shows that the exchange did not provide a value. */
function Missing() {
  return <span class="quiet missing">–</span>;
}

/** Shows an identifier, cut to the width of the column, with a button that copies the whole text. */
function Identifier({
  text,
  label,
  page,
}: {
  readonly text: string | null;
  readonly label: string;
  /** URL in a public block explorer. */
  readonly page?: string | undefined;
}) {
  if (text === null) return <Missing />;
  return (
    <span class="identifier">
      <code class="clipped" title={text}>
        <ForeignText text={text} />
      </code>
      <CopyButton text={text} label={label} />
      {page !== undefined && <BlockExplorerLink page={page} />}
    </span>
  );
}
