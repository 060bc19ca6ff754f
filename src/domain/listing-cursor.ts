/**
 * Cursors: tokens that continue a walk through a listing. A token is the signature of its payload, cut to 132
 * bits, and the payload, both base64url. The signature covers the wallet and every parameter of the listing,
 * so a token cannot be used for another wallet or another range.
 */
import { timingSafeEqual } from 'node:crypto';

import type { MasterKey } from './master-key.ts';
import type { TransactionQuery } from './query.ts';
import { isEveryField } from './transaction-json.ts';
import { CURSOR_LENGTH_MAX, type WalkPlace } from './walk.ts';

const VERSION = 2;
/** Characters of base64url. */
const SIGNATURE_LENGTH = 22;
const PAYLOAD_FORM = /^(\d{1,16}) (\d{1,16}) (\d{1,16}) (-?\d{1,16}) (.+)$/s;

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

type CursorKey = Pick<MasterKey, 'signCursor'>;

/** Returns the token of a cursor. */
export function writeCursor(key: CursorKey, scope: CursorScope, cursor: ListingCursor): string {
  const { page, after } = cursor;
  const payload = `${VERSION} ${page} ${after.changeNo} ${after.timestampMs} ${after.id}`;
  return sign(key, scope, payload) + Buffer.from(payload).toString('base64url');
}

/** Returns the cursor of a token, or a message that says why it is invalid. */
export function readCursor(
  key: CursorKey,
  scope: CursorScope,
  token: string,
): ListingCursor | string {
  if (token.length > CURSOR_LENGTH_MAX) return NOT_ISSUED;
  const encoded = token.slice(SIGNATURE_LENGTH);
  const bytes = Buffer.from(encoded, 'base64url');
  const payload = bytes.toString();
  const [, version, page, changeNo, timestampMs, id] = PAYLOAD_FORM.exec(payload) ?? [];
  // A decoder skips characters outside of base64url, so a token is compared as text too.
  if (id === undefined || bytes.toString('base64url') !== encoded) return NOT_ISSUED;
  if (version !== String(VERSION)) return 'was issued by another version; start without it';
  const signature = Buffer.from(token.slice(0, SIGNATURE_LENGTH));
  const expected = Buffer.from(sign(key, scope, payload));
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
  if (!isSigned) return NOT_ISSUED;
  const after = { timestampMs: Number(timestampMs), id, changeNo: Number(changeNo) };
  return { page: Number(page), after };
}

const NOT_ISSUED =
  'was not issued for this wallet and these parameters; follow the whole Link of a response, or ' +
  'start without it';

function sign(key: CursorKey, { walletId, query }: CursorScope, payload: string): string {
  const { asset, type, status, sinceMs, beforeMs, limit, fields } = query;
  // Only an asset and the payload, which is last, may contain any character: JSON has no line break.
  const assetJson = asset === undefined ? '' : JSON.stringify(asset);
  const fieldNames = isEveryField(fields) ? '*' : fields.join();
  const parameters = `${type} ${status} ${sinceMs} ${beforeMs} ${limit} ${fieldNames} ${assetJson}`;
  return key.signCursor(`${walletId}\n${parameters}\n${payload}`).slice(0, SIGNATURE_LENGTH);
}
