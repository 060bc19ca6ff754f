import { useState } from 'preact/hooks';

import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../../../client/src/index.ts';
import { AssetField } from '../../components/asset-field.tsx';
import { ChevronIcon } from '../../components/icons.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { FIRST_PAGE, replaceParameters } from '../../state/route.ts';
import type { Listing } from './listing.ts';
import { TimeField } from './time-field.tsx';
import { describe } from './vocabulary.ts';

const NONE = { asset: undefined, type: undefined, status: undefined };
const NO_FILTERS = { ...NONE, since: undefined, before: undefined, ...FIRST_PAGE };

const TYPE_OPTIONS = [
  ['', 'All types'],
  ...TRANSACTION_TYPES.map((type) => [type, describe(type)] as const),
] as const;
const STATUS_OPTIONS = [
  ['', 'All statuses'],
  ...TRANSACTION_STATUSES.map((status) => [status, describe(status)] as const),
] as const;

/** Identifier of the form, for the button that opens it. */
const FORM_ID = 'filters';

/** Shows the button that opens the filters, which only phones need. */
export function FilterButton({
  filters,
  isOpen,
  onToggle,
}: Pick<Listing, 'filters'> & { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const count = countFilters(filters);
  return (
    <button
      type="button"
      class="button disclosure filter-button"
      aria-expanded={isOpen}
      aria-controls={FORM_ID}
      onClick={onToggle}
    >
      Filters{count > 0 && ` (${count})`}
      <ChevronIcon />
    </button>
  );
}

/**
 * Shows the filters. A change opens the first page of the result.
 *
 * @param props.isOpen false hides them on a phone.
 */
export function Filters({
  filters,
  zone,
  isOpen,
}: Pick<Listing, 'filters' | 'zone'> & { readonly isOpen: boolean }) {
  const change = (name: keyof Listing['filters'], value: string | undefined): void =>
    replaceParameters({ ...FIRST_PAGE, [name]: value });
  const { asset, type, status, since, before } = filters;
  const [clearedCount, setClearedCount] = useState(0);
  const clear = (): void => {
    replaceParameters(NO_FILTERS);
    setClearedCount(clearedCount + 1);
  };
  return (
    <form
      // New fields have no text that could not be applied.
      key={clearedCount}
      id={FORM_ID}
      class={isOpen ? 'card filters' : 'card filters is-closed'}
      role="search"
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      <AssetField value={asset ?? ''} onChange={(value) => change('asset', value)} />
      <SelectField
        label="Type"
        value={type ?? ''}
        options={TYPE_OPTIONS}
        onChange={(value) => change('type', value)}
      />
      <SelectField
        label="Status"
        value={status ?? ''}
        options={STATUS_OPTIONS}
        onChange={(value) => change('status', value)}
      />
      <TimeField
        label="Since"
        bound={since as string | undefined}
        zone={zone}
        onChange={(value) => change('since', value)}
      />
      <TimeField
        label="Before"
        bound={before as string | undefined}
        zone={zone}
        onChange={(value) => change('before', value)}
      />
      {countFilters(filters) > 0 && (
        <button type="button" class="button" onClick={clear}>
          Clear filters
        </button>
      )}
    </form>
  );
}

function countFilters(filters: Listing['filters']): number {
  return Object.values(filters).filter((value) => value !== undefined).length;
}
