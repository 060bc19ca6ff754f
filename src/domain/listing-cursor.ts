/** Cursors: tokens that continue a walk through a listing, bound to the wallet and to every parameter of the listing. */
import type { TransactionQuery } from './query.ts';
import { readToken, type TokenKey, writeToken } from './signed-token.ts';
import { isEveryField } from './transaction-json.ts';
import { CURSOR_LENGTH_MAX, type WalkPlace } from './walk.ts';

/** Changes with the form of cursors, so that those of another version of the service are refused. */
const VERSION = 3;

/** The place at which a cursor continues. */
export interface ListingCursor {
  /** Zero-based index, within the walk, of the page that the cursor requests. */
  readonly page: number;
  readonly after: WalkPlace;
}

/** The wallet and the parameters that a cursor is bound to. */
export interface CursorScope {
  readonly walletId: string;
  readonly query: Omit<TransactionQuery, 'page' | 'after'>;
}

/** Returns the token of a cursor. */
export function writeCursor(key: TokenKey, scope: CursorScope, cursor: ListingCursor): string {
  const { timestampMs, id, moveNo } = cursor.after;
  return writeToken(key, writeScope(scope), JSON.stringify([cursor.page, timestampMs, id, moveNo]));
}

/** Returns the cursor of a token; `undefined` if the token was not issued for this wallet and these parameters. */
export function readCursor(
  key: TokenKey,
  scope: CursorScope,
  token: string,
): ListingCursor | undefined {
  if (token.length > CURSOR_LENGTH_MAX) return undefined;
  const payload = readToken(key, writeScope(scope), token);
  if (payload === undefined) return undefined;
  type Payload = [page: number, timestampMs: number, id: string, moveNo: number];
  const [page, timestampMs, id, moveNo] = JSON.parse(payload) as Payload;
  return { page, after: { timestampMs, id, moveNo } };
}

function writeScope({ walletId, query }: CursorScope): string {
  const { asset, type, status, sinceMs, beforeMs, limit, fields } = query;
  // Only an asset may contain any character: JSON has no line break.
  const assetJson = asset === undefined ? '' : JSON.stringify(asset);
  const fieldNames = isEveryField(fields) ? '*' : fields.join();
  const parameters = `${type} ${status} ${sinceMs} ${beforeMs} ${limit} ${fieldNames} ${assetJson}`;
  return `listing ${VERSION}\n${walletId}\n${parameters}`;
}
