/** The formats of a listing. */
import { Option } from 'commander';

import { UsageError } from './failure.ts';
import type { Session } from './runtime.ts';

const LISTING_FORMATS = ['table', 'json', 'jsonl', 'csv'] as const;
/** The format in which a listing is printed. */
export type ListingFormat = (typeof LISTING_FORMATS)[number];

/** The option `--format`. */
export function listingFormatOption(): Option {
  return new Option('--format <format>', 'default: table').choices(LISTING_FORMATS);
}

/** Returns the requested format; `--json` means `--format json`. */
export function chooseListingFormat(
  session: Session,
  format: ListingFormat | undefined,
): ListingFormat {
  if (!session.json) return format ?? 'table';
  if (format === undefined || format === 'json') return 'json';
  throw new UsageError(`--json and --format ${format} cannot be combined`);
}
