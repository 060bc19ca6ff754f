/** Codes of OKX's bills. */
import type { BookingKind, BookingKinds } from '../mapping/booking-types.ts';

/** The codes of `type` of `asset/bills-history`, by kind (www.okx.com/docs-v5, Asset bills history). */
const CODES: Readonly<Partial<Record<BookingKind, string>>> = {
  // Transfers between the user's accounts and products (without the earnings), sub-accounts and custody.
  transfer:
    '20 21 22 23 75 76 78 80 82 124 130 131 137 160 161 163 187 202 203 205 207 208 210 ' +
    '225 226 228 240 241 243 249 250 252 270 284 285 286 287 288 289 303 304 305 306 ' +
    '329 330 331 332 339 340 341 342 348 349 361 476 477 509 511',
  // Interest of Earn and of coins that are lent automatically (400, 408), staking, airdrops, campaigns, rebates, shares of profit.
  reward:
    '28 48 68 77 83 89 139 146 150 151 152 162 172 173 185 189 204 209 223 227 229 232 233 242 ' +
    '251 263 265 266 271 299 300 307 308 309 328 333 343 344 350 354 400 408 516',
  // Penalties, and interest of loans.
  fee: '84 346 347',
};

/**
 * The kinds of bills by code. A code that is not listed is mapped as a booking: tokens and gifts from and to
 * others (72 to 74, 313 to 315), reversals, loans, P2P, changes of assets that cannot be traded, delisted
 * coins, dust, new codes.
 */
export const BILL_KINDS: BookingKinds = Object.fromEntries(
  Object.entries(CODES).flatMap(([kind, codes]) =>
    codes.split(' ').map((code) => [code, kind as BookingKind]),
  ),
);

/**
 * Bills that are skipped. Other lists contain deposits (1, 197), withdrawals (2), also by bank transfer,
 * canceled withdrawals (13, 196), withdrawals of assets that cannot be traded (195) and fees of withdrawals
 * (221, 222). Purchases and sales (200, 272, 273) are trading.
 */
export const SKIPPED_BILLS: ReadonlySet<string> = new Set(
  '1 2 13 195 196 197 200 221 222 272 273'.split(' '),
);
