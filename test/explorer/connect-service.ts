/** A small server that serves the built Connect page and speaks its API, for one test file. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import type {
  ConnectEnd,
  ConnectProblem,
  ConnectProgress,
  ConnectSession,
  ConnectStep,
} from '../../src/domain/connect.ts';
import { CONNECT_EXCHANGES } from '../../src/exchanges/connect-exchanges.ts';
import { findConnectFolder } from './explorer-harness.ts';

/** The token of the session: 256 bits. */
export const TOKEN = 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY';

/** A path below which everything is served too, as by a proxy. */
export const PROXY_PATH = '/banking';

/** The headers of the page: those of the explorer, except that a pop-up keeps its opener. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
};

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A request that the page sent to the API. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A problem with its status. */
export interface Refusal {
  readonly status: number;
  readonly problem: ConnectProblem;
}

/** An answer of the API: a body with status 200, or a problem. */
export type ApiAnswer<Body> = Body | Refusal;

/** What the API answers. Tests change it. */
export interface ApiState {
  session: ApiAnswer<ConnectSession>;
  /** Answers to `POST connection`; the last one is repeated. */
  connection: ApiAnswer<ConnectEnd>[];
  /** Answers to `GET connection`. A POST is answered after the last one. */
  steps: ConnectStep[];
  cancel: ApiAnswer<ConnectEnd>;
}

/** The server of a test file. */
export interface ConnectService {
  /** Without a slash at its end. */
  readonly url: string;
  readonly state: ApiState;
  readonly requests: ApiRequest[];
  readonly stop: () => Promise<void>;
}

/** Starts the server. */
export async function startConnectService(state: ApiState): Promise<ConnectService> {
  const folder = await findConnectFolder();
  const files = new Map(
    readdirSync(join(folder, 'connect')).map((name) => [
      `/connect/${name}`,
      readFileSync(join(folder, 'connect', name)),
    ]),
  );
  const page = readFileSync(join(folder, 'connect.html'));
  const requests: ApiRequest[] = [];
  const server = createServer((request, response) => {
    const path = withoutPrefix(request.url);
    const file = files.get(path);
    if (path === '/connect') response.writeHead(200, PAGE_HEADERS).end(page);
    else if (file !== undefined) {
      response.writeHead(200, { 'content-type': TYPES[extname(path)] }).end(file);
    } else if (path.startsWith('/connect/api/')) {
      void answerApi(request, state, requests).then(({ status, type, body, headers }) =>
        response.writeHead(status, { 'content-type': type, ...headers }).end(body),
      );
    } else response.writeHead(path === '/livez' ? 200 : 404).end();
  });
  const url = await listen(server);
  return { url, state, requests, stop: () => stopServer(server) };
}

/** Starts a server that answers every request with the same page: the operator's product. */
export async function startProduct(html: string): Promise<{
  readonly url: string;
  readonly stop: () => Promise<void>;
}> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  return { url: await listen(server), stop: () => stopServer(server) };
}

/** A proxy may serve the page below a path of its own. */
function withoutPrefix(url = ''): string {
  return url.startsWith(`${PROXY_PATH}/`) ? url.slice(PROXY_PATH.length) : url;
}

async function answerApi(
  request: IncomingMessage,
  state: ApiState,
  requests: ApiRequest[],
): Promise<{ status: number; type: string; body: string; headers: Record<string, string> }> {
  const { method = '', headers } = request;
  const url = withoutPrefix(request.url);
  const { authorization } = headers;
  requests.push({ method, url, authorization, body: await text(request) });
  if (method === 'POST') await whenChecked(state);
  const answer =
    authorization === `Bearer ${TOKEN}` ? chooseAnswer(state, method, url) : NO_SESSION;
  if (answer === undefined) return { status: 404, type: 'text/plain', body: '', headers: {} };
  if (isRefusal(answer)) {
    const { status, problem } = answer;
    const type = 'application/problem+json';
    return { status, type, body: JSON.stringify(problem), headers: { 'retry-after': '30' } };
  }
  return { status: 200, type: 'application/json', body: JSON.stringify(answer), headers: {} };
}

/** Waits until the page has shown the last step. */
async function whenChecked({ steps }: ApiState): Promise<void> {
  if (steps.length === 0) return;
  while (steps.length > 0) await sleep(50);
  await sleep(1000);
}

function isRefusal(answer: object): answer is Refusal {
  return 'status' in answer && 'problem' in answer;
}

const NO_SESSION = {
  status: 401,
  problem: { code: 'session_not_found', title: 'No such session', detail: 'The token is unknown.' },
};

function chooseAnswer(state: ApiState, method: string, url: string): ApiAnswer<object> | undefined {
  switch (`${method} ${url}`) {
    case 'GET /connect/api/session': {
      return state.session;
    }
    case 'DELETE /connect/api/session': {
      return state.cancel;
    }
    case 'GET /connect/api/exchanges': {
      return { items: CONNECT_EXCHANGES };
    }
    case 'POST /connect/api/connection': {
      return state.connection.length > 1 ? state.connection.shift() : state.connection[0];
    }
    case 'GET /connect/api/connection': {
      return { step: state.steps.shift() ?? null } satisfies ConnectProgress;
    }
    default: {
      return undefined;
    }
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
