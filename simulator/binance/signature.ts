import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WireRequest } from '../exchange.ts';
import { BinanceError } from './errors.ts';
import { readInteger, TIME_BOUNDS } from './parameters.ts';

const RECEIVE_WINDOW_DEFAULT_MS = 5_000;
const RECEIVE_WINDOW_MAX_MS = 60_000;

/** The limits for a request's timestamp. */
export interface TimestampCheck {
  /** Unix milliseconds of the exchange's clock. */
  readonly nowMs: number;
  /** Maximum lead of the timestamp; Binance allows one second. */
  readonly aheadMaxMs: number;
  /** Tolerance for timestamps that are older than the window; Binance has none. */
  readonly behindSlackMs: number;
}

/**
 * Checks a signed request. Throws error -1102 if the timestamp or signature is missing, -1021 if the
 * timestamp is outside of the window, -1022 if the signature is wrong. Source: Binance Spot API, "Signed
 * endpoint security".
 */
export function checkSignature(
  request: WireRequest,
  params: URLSearchParams,
  secret: string,
  check: TimestampCheck,
): void {
  const timestampMs = readInteger(params, 'timestamp', TIME_BOUNDS);
  if (timestampMs === undefined) throw missing('timestamp');
  const signature = params.get('signature');
  if (signature === null) throw missing('signature');
  checkTimestamp(timestampMs, params, check);
  const payload = request.query.replace(/&?signature=[^&]*/, '') + request.body;
  const expected = createHmac('sha256', secret).update(payload).digest('hex');
  if (!equalText(expected, signature)) {
    throw new BinanceError(400, -1022, 'Signature for this request is not valid.');
  }
}

function checkTimestamp(timestampMs: number, params: URLSearchParams, check: TimestampCheck): void {
  const windowMs =
    readInteger(params, 'recvWindow', { min: 0, max: RECEIVE_WINDOW_MAX_MS }) ??
    RECEIVE_WINDOW_DEFAULT_MS;
  if (timestampMs >= check.nowMs + check.aheadMaxMs) {
    throw new BinanceError(
      400,
      -1021,
      "Timestamp for this request was 1000ms ahead of the server's time.",
    );
  }
  if (check.nowMs - timestampMs > windowMs + check.behindSlackMs) {
    throw new BinanceError(400, -1021, 'Timestamp for this request is outside of the recvWindow.');
  }
}

function missing(name: string): BinanceError {
  const message = `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;
  return new BinanceError(400, -1102, message);
}

function equalText(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left);
  const rightBytes = Buffer.from(right);
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}
