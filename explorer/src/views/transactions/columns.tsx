import { useId, useState } from 'preact/hooks';

import { TRANSACTION_FIELDS, type TransactionField } from '../../../../client/src/index.ts';
import { ChevronIcon } from '../../components/icons.tsx';
import { FIRST_PAGE, replaceParameters } from '../../state/route.ts';
import type { Listing } from './listing.ts';

/** Headings in the order of the columns in the table. */
export const COLUMN_TITLES: Readonly<Record<TransactionField, string>> = {
  timestamp: 'Time',
  type: 'Type',
  status: 'Status',
  amount: 'Amount',
  asset: 'Asset',
  feeCost: 'Fee',
  feeCurrency: 'Fee currency',
  address: 'Address',
  txid: 'Transaction hash',
  id: 'Identifier',
  walletId: 'Wallet',
};

/** Returns the columns in the order of the table. */
export function orderColumns(columns: readonly TransactionField[]): TransactionField[] {
  return (Object.keys(COLUMN_TITLES) as TransactionField[]).filter((field) =>
    columns.includes(field),
  );
}

/** Shows the choice of columns. The page requests only the fields of these columns. */
export function ColumnChoice({ columns, hasChosenColumns }: Listing) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const choose = (fields: readonly TransactionField[] | undefined): void =>
    replaceParameters({ ...FIRST_PAGE, fields: fields?.join(',') });
  return (
    <>
      <button
        type="button"
        class="button disclosure"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Columns
        <ChevronIcon />
      </button>
      {isOpen && (
        <fieldset class="card column-choice" id={id}>
          <legend class="visually-hidden">Columns</legend>
          {orderColumns(TRANSACTION_FIELDS).map((field) => {
            const isShown = columns.includes(field);
            return (
              <label key={field} class="checkbox">
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && columns.length === 1}
                  onChange={() => choose(toggle(columns, field))}
                />
                {COLUMN_TITLES[field]}
              </label>
            );
          })}
          {hasChosenColumns && (
            <button type="button" class="button" onClick={() => choose(undefined)}>
              Default columns
            </button>
          )}
        </fieldset>
      )}
    </>
  );
}

function toggle(
  columns: readonly TransactionField[],
  field: TransactionField,
): readonly TransactionField[] {
  return TRANSACTION_FIELDS.filter((each) => columns.includes(each) !== (each === field));
}
