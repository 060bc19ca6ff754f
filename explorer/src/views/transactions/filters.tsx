import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../../../client/src/index.ts';
import { AssetField } from '../../components/asset-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { replaceParameters } from '../../state/route.ts';
import { FIRST_PAGE, type Listing } from './listing.ts';
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

/** Shows the filters. A change opens the first page of the result. */
export function Filters({ filters, zone }: Pick<Listing, 'filters' | 'zone'>) {
  const change = (name: keyof Listing['filters'], value: string | undefined): void =>
    replaceParameters({ ...FIRST_PAGE, [name]: value });
  const { asset, type, status, since, before } = filters;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <form
      class="card filters"
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
      {isFiltered && (
        <button type="button" class="button" onClick={() => replaceParameters(NO_FILTERS)}>
          Clear filters
        </button>
      )}
    </form>
  );
}
