import { createHash, createHmac } from 'node:crypto';
import type { ExchangeName } from '../simulator/catalogue.ts';
import type { SimulatedCredentials } from '../simulator/exchange.ts';
import type { Simulator } from '../simulator/simulator.ts';

/** A response with its body read as JSON. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** The part of ccxt's exchange classes that the tests use; its classes are plain JavaScript. */
export interface CcxtClient {
  proxyUrl: string;
  options: Record<string, unknown>;
  number: StringConstructor;
  fetchTime(): Promise<number>;
  loadTimeDifference(): Promise<number>;
  sapiGetCapitalDepositHisrec(params: object): Promise<Record<string, unknown>[]>;
}

/** Calls an endpoint of ccxt by its name. */
export function callCcxt(client: CcxtClient, endpoint: string, params: object): Promise<unknown> {
  const endpoints = client as unknown as Record<string, (params: object) => Promise<unknown>>;
  const call = endpoints[endpoint];
  if (call === undefined) throw new TypeError(`ccxt has no endpoint ${endpoint}`);
  return call.call(client, params);
}

/** Loads one exchange class of ccxt and connects it to the simulator, with numbers as text. */
export async function openCcxt(
  exchange: ExchangeName,
  simulator: Simulator,
  credentials: SimulatedCredentials,
): Promise<CcxtClient> {
  const url = new URL(`./src/${exchange}.js`, import.meta.resolve('ccxt'));
  const module = (await import(url.href)) as { default: new (config: object) => CcxtClient };
  const client = new module.default({ ...credentials, enableRateLimit: false });
  client.proxyUrl = simulator.url;
  client.number = String;
  client.options['timeDifference'] = Date.now() - simulator.clock.now();
  return client;
}

/** Sends a signed GET to the simulated Binance. `params` may contain another timestamp. */
export function getBinance(
  simulator: Simulator,
  credentials: SimulatedCredentials,
  path: string,
  params: Record<string, string> = {},
): Promise<JsonResponse> {
  const query = new URLSearchParams({
    timestamp: String(simulator.clock.now()),
    ...params,
  }).toString();
  const signature = createHmac('sha256', credentials.secret).update(query).digest('hex');
  return fetchJson(
    `${simulator.url}https://api.binance.com${path}?${query}&signature=${signature}`,
    {
      headers: { 'X-MBX-APIKEY': credentials.apiKey },
    },
  );
}

let lastNonce = 0;

/** Sends a signed POST to the simulated Kraken; each call has a higher nonce, unless `params` contains one. */
export function postKraken(
  simulator: Simulator,
  credentials: SimulatedCredentials,
  endpoint: string,
  params: Record<string, string> = {},
): Promise<JsonResponse> {
  lastNonce += 1;
  const nonce = params['nonce'] ?? String(lastNonce);
  const path = `/0/private/${endpoint}`;
  const body = new URLSearchParams({ ...params, nonce }).toString();
  const digest = createHash('sha256')
    .update(nonce + body)
    .digest();
  const signature = createHmac('sha512', Buffer.from(credentials.secret, 'base64'))
    .update(path)
    .update(digest)
    .digest('base64');
  return fetchJson(`${simulator.url}https://api.kraken.com${path}`, {
    method: 'POST',
    headers: {
      'API-Key': credentials.apiKey,
      'API-Sign': signature,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body,
  });
}

/** Fetches without following redirects and reads the body as JSON if it is JSON. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<JsonResponse> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
