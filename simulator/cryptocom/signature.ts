import { createHmac } from 'node:crypto';
import type { SimulatedCredentials, WireRequest } from '../exchange.ts';
import type { TimestampCheck } from '../routed/description.ts';
import { RequestRefused } from '../routed/description.ts';

const OFF_MAX_MS = 60_000;
const PATH_PREFIX = '/exchange/v1/';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of a JSON object; an empty object for any other text. */
function readFields(text: string): Fields {
  try {
    return toFields(JSON.parse(text));
  } catch {
    return {};
  }
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The API key of a request; empty if it has none. */
export function readCryptoComKey({ body }: WireRequest): string {
  return textOf(readFields(body)['api_key']);
}

/** Returns the parameters of a request: the object `params` of its body, without lists. */
export function readCryptoComParams({ body }: WireRequest): URLSearchParams {
  const params = toFields(readFields(body)['params']);
  const entries = Object.entries(params).map(([name, value]): [string, string] => [
    name,
    textOf(value),
  ]);
  return new URLSearchParams(entries);
}

/**
 * Checks nonce (at most 60 seconds off) and signature: an HMAC-SHA256, hexadecimal, of method, identifier,
 * key, parameters in order of their names, and nonce. Source: "Digital Signature".
 */
export function checkCryptoComSignature(
  request: WireRequest,
  { apiKey, secret }: SimulatedCredentials,
  { nowMs, slackMs }: TimestampCheck,
): void {
  const { id, method, nonce, sig } = readFields(request.body);
  const offMs = Math.abs(nowMs - Number(nonce ?? Number.NaN));
  if (!(offMs <= OFF_MAX_MS + slackMs)) throw new RequestRefused('stale-timestamp');
  const parameters = [...readCryptoComParams(request)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flat()
    .join('');
  const payload = `${textOf(method)}${textOf(id)}${apiKey}${parameters}${textOf(nonce)}`;
  const expected = createHmac('sha256', secret).update(payload).digest('hex');
  if (sig !== expected || request.path !== `${PATH_PREFIX}${textOf(method)}`) {
    throw new RequestRefused('wrong-signature');
  }
}
