import { useRef } from 'preact/hooks';

import type { TransactionPage, WalletTeller } from '../../../../client/src/index.ts';
import { type Resource, useResource } from '../../state/use-resource.ts';
import { type Listing, PAGE_NUMBER_MAX, writeQuery } from './listing.ts';
import { choosePage, followWalk, type Walk } from './walk.ts';

/** Parameters in the fragment that open a page. */
export interface PageTarget {
  readonly page: string | undefined;
  readonly cursor: string | undefined;
}

/** The shown page of a listing, and its next and previous page. */
export interface ShownPage extends Resource<TransactionPage> {
  /** Columns of the rows. */
  readonly columns: Listing['columns'];
  /** True while another page is loading and the previous one is still shown. */
  readonly isStale: boolean;
  /** Number of transactions that were added since the first page was shown; 0 on the first page and during a backfill. */
  readonly arrivedCount: number;
  /** `undefined` on the last page. */
  readonly next: PageTarget | undefined;
  readonly previous: PageTarget | undefined;
}

/** Reads a page of a listing. New transactions do not shift the rows of a later page. */
export function useListing(wallet: WalletTeller, listing: Listing): ShownPage {
  const query = writeQuery(listing);
  const { page, cursor, columns } = listing;
  const listingKey = JSON.stringify({ ...query, page: undefined, cursor: undefined });
  const resource = useResource<TransactionPage>(JSON.stringify(query), (options) =>
    wallet.transactions.list(query, options),
  );
  const walk = useRef<Walk | undefined>(undefined);
  const lastShown = useRef<Pick<ShownPage, 'value' | 'columns'>>({ value: undefined, columns });

  const { value: read, error } = resource;
  if (read !== undefined) walk.current = followWalk(walk.current, listingKey, listing, read);
  const current = read === undefined ? undefined : choosePage(walk.current, listing, read);
  if (current !== undefined) lastShown.current = { value: current, columns };
  const shown = error === undefined ? lastShown.current : { value: current, columns };
  const { value } = shown;
  const arrived = (read?.pagination.totalCount ?? 0) - (walk.current?.totalCount ?? 0);
  return {
    ...resource,
    ...shown,
    isStale: current === undefined && value !== undefined,
    arrivedCount: read === undefined || page === 0 ? 0 : Math.max(arrived, 0),
    next: findNext(current, page),
    previous: page === 0 && cursor === undefined ? undefined : findPrevious(walk.current, page),
  };
}

function findNext(value: TransactionPage | undefined, page: number): PageTarget | undefined {
  const cursor = value?.nextCursor ?? undefined;
  return cursor === undefined ? undefined : { page: String(page + 1), cursor };
}

function findPrevious(walk: Walk | undefined, page: number): PageTarget {
  const previous = page - 1;
  if (previous <= 0) return { page: undefined, cursor: undefined };
  const cursor = walk?.cursors.get(previous);
  if (cursor !== undefined) return { page: String(previous), cursor };
  return { page: String(Math.min(previous, PAGE_NUMBER_MAX)), cursor: undefined };
}
